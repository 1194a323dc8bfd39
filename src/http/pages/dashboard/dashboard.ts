/** The dashboard as pages of the gateway. The first request loads the rest of it. */
import { RESULT_ERRORS } from '../../errors.js';
import type { PageInput, WebPage } from '../page.js';
import { ASSETS_PATH } from './asset-path.js';
import { livePage } from './live/live-page.js';
import { PATIENT_PATHS, PUBLIC_ROUTES, ROUTES, type RoutePath, UNNAMED_PATHS } from './routes.js';
import type { SiteParts } from './site.js';

/** Request header fields that pages read. */
const FIELDS = ['cookie', 'accept-language', 'user-agent', 'sec-fetch-site', 'origin'];

/** @param surface the one listener that has the account's pages, if there are two and only one has them */
export function dashboardPages(parts: SiteParts, surface: WebPage['surface']): readonly WebPage[] {
  const at = surface === undefined ? {} : { surface };
  const site = new LazySite();
  const paths = Object.keys(ROUTES) as RoutePath[];
  return [
    ...paths.map((path) => pageAt(path, parts, site, PUBLIC_ROUTES.has(path) ? {} : at)),
    livePage(parts, at),
    {
      path: ASSETS_PATH,
      headers: ['accept-encoding'],
      get: async (input) => (await import('./assets.js')).serveAsset(input),
    },
  ];
}

type Site = typeof import('./site.js');

/** An `import` costs some 10 µs and a few promises each time, also of what is loaded. */
class LazySite {
  #loaded: Site | undefined;

  with<Result>(use: (site: Site) => Result | Promise<Result>): Result | Promise<Result> {
    if (this.#loaded !== undefined) return use(this.#loaded);
    return import('./site.js').then((site) => {
      this.#loaded = site;
      return use(site);
    });
  }
}

function pageAt(path: RoutePath, parts: SiteParts, site: LazySite, at: Pick<WebPage, 'surface'>): WebPage {
  const methods: readonly string[] = ROUTES[path];
  const serve = (input: PageInput, form: URLSearchParams | undefined) =>
    site.with(({ serve }) => serve(path, input, form, parts));
  return {
    ...at,
    path,
    isForBrowsers: !UNNAMED_PATHS.has(path),
    ...(path === '/clips/' ? { tookTooLong: RESULT_ERRORS.unavailable } : {}),
    ...(PATIENT_PATHS.has(path) ? { hasOwnTimeLimit: true } : {}),
    ...(path === '/sign-in' ? { crowd: crowdOf(parts, site) } : {}),
    headers: FIELDS,
    ...(methods.includes('get') ? { get: (input) => serve(input, undefined) } : {}),
    ...(methods.includes('post') ? { post: (input, form) => serve(input, form) } : {}),
  };
}

function crowdOf(parts: SiteParts, site: LazySite): NonNullable<WebPage['crowd']> {
  return {
    // Pages are declared before the node is put together.
    formsMax: () => parts.deps.limits.signInsUnderWay,
    // A hash takes some 20 ms, and the thread rests as long.
    formsPerSecond: 20,
    answer: (retryAfterMs) => site.with(({ crowded }) => crowded(retryAfterMs)),
  };
}
