/**
 * The style sheet of the dashboard, its script, and those for pages with charts and for the chat. Each is
 * served under a name with its hash, for ever the same, compressed once.
 */
import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import { readAsset } from '../../../packaged/assets.js';
import type { PageAnswer, PageInput } from '../page.js';
import { ASSETS_PATH } from './asset-path.js';
import type { View } from './view/view.js';

interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly compressed: Uint8Array;
}

let known: Readonly<Record<keyof View['assets'], Asset>> | undefined;

const SCRIPT = 'text/javascript; charset=utf-8';

/** The mark of the gateway, as the tab of a browser shows it. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#16a085" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M4 21V4m0 3h16l-2.5 3.5L20 14H4"/></svg>';

/** Read when a page is asked for the first time: most runs of a node show none. */
function assets() {
  known ??= {
    style: bundle('dashboard', 'css', 'text/css; charset=utf-8'),
    script: bundle('dashboard', 'js', SCRIPT),
    chart: bundle('chart', 'js', SCRIPT),
    chat: bundle('chat', 'js', SCRIPT),
    icon: assetOf('icon', 'svg', 'image/svg+xml', Buffer.from(ICON)),
  };
  return known;
}

function bundle(name: string, ending: string, contentType: string): Asset {
  return assetOf(name, ending, contentType, readAsset(`dist/assets/${name}.${ending}`));
}

function assetOf(name: string, ending: string, contentType: string, bytes: Uint8Array): Asset {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const compressed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
  return { name: `${name}-${hash}.${ending}`, contentType, bytes, compressed };
}

export function assetPaths(): View['assets'] {
  const { style, script, chart, chat, icon } = assets();
  return {
    style: ASSETS_PATH + style.name,
    script: ASSETS_PATH + script.name,
    chart: ASSETS_PATH + chart.name,
    chat: ASSETS_PATH + chat.name,
    icon: ASSETS_PATH + icon.name,
  };
}

export function serveAsset({ rest, header }: PageInput): PageAnswer {
  const asset = Object.values(assets()).find(({ name }) => name === rest);
  if (asset === undefined) {
    return { kind: 'page', status: 404, contentType: 'text/plain; charset=utf-8', body: 'no such asset\n' };
  }
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(header('accept-encoding') ?? '');
  return {
    kind: 'page',
    status: 200,
    contentType: asset.contentType,
    body: takesGzip ? asset.compressed : asset.bytes,
    headers: [
      ['Cache-Control', 'public, max-age=31536000, immutable'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Vary', 'Accept-Encoding'],
      ...(takesGzip ? [['Content-Encoding', 'gzip'] as const] : []),
    ],
  };
}
