/** The safety of every page of the dashboard: nothing from elsewhere, nothing inline, nothing kept. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

type Fields = readonly (readonly [name: string, value: string])[];

const SAFETY: Fields = [
  ['Content-Security-Policy', POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

/** The fields of every page. */
export const PAGE_FIELDS: Fields = [...SAFETY, ['Referrer-Policy', 'same-origin']];

/** Those of a page whose address is a secret. */
export const SECRET_PAGE_FIELDS: Fields = [...SAFETY, ['Referrer-Policy', 'no-referrer']];
