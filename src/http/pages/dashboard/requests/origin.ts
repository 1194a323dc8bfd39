/**
 * The origin that a browser has opened the dashboard under, and what may be done there.
 *
 * A session is started only if nobody can read along: over HTTPS, or on this very machine. With a public URL
 * no other host has a dashboard, besides this machine's own names: they cannot be pointed here from outside.
 */

export interface Origin {
  /** `https://gateway.example.com`, as the field Origin has it. */
  readonly url: string;
  readonly isSecure: boolean;
  readonly maySignIn: boolean;
  /** Cookies of another port of this machine have names of their own. */
  readonly sessionCookie: string;
  readonly deviceCookie: string;
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * @param requested scheme and host that the browser asked for
 * @param publicUrl the configured one
 * @returns undefined if the host has no dashboard
 */
export function originOf(requested: string, publicUrl: string | undefined): Origin | undefined {
  if (!URL.canParse(requested)) return undefined;
  const asked = new URL(requested);
  const isLoopback = LOOPBACK.test(asked.hostname);
  if (publicUrl === undefined) return originAt(asked, isLoopback);
  const own = new URL(publicUrl);
  // A proxy that ends TLS may speak HTTP to us: the public URL says how the browser came.
  if (new URL(`${own.protocol}//${asked.host}`).host === own.host) return originAt(own, isLoopback);
  return isLoopback ? originAt(asked, true) : undefined;
}

function originAt({ origin, protocol, port }: URL, isLoopback: boolean): Origin {
  const isSecure = protocol === 'https:';
  return {
    url: origin,
    isSecure,
    maySignIn: isSecure || isLoopback,
    sessionCookie: isSecure ? '__Host-tollgate' : `tollgate-${port || '80'}`,
    deviceCookie: isSecure ? '__Host-tollgate-device' : `tollgate-device-${port || '80'}`,
  };
}

/** Whether the host is a name of this very machine. */
export function isLoopbackOrigin({ url }: Origin): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Whether a request that changes something was sent by a page of this origin. */
export function isOfOwnPage(
  origin: Origin,
  secFetchSite: string | undefined,
  originField: string | undefined,
): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin';
  return originField === origin.url;
}
