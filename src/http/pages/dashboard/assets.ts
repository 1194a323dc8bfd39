/**
 * The style sheet and the script of the dashboard. Each is served under a name with its hash, for ever the
 * same, compressed once.
 */
import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import { readAsset } from '../../../packaged/assets.js';
import type { PageAnswer, PageInput } from '../page.js';
import { ASSETS_PATH } from './asset-path.js';

interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly compressed: Uint8Array;
}

let known: { readonly style: Asset; readonly script: Asset } | undefined;

/** Read when a page is asked for the first time: most runs of a node show none. */
function assets() {
  known ??= {
    style: readBundle('dashboard', 'css', 'text/css; charset=utf-8'),
    script: readBundle('dashboard', 'js', 'text/javascript; charset=utf-8'),
  };
  return known;
}

function readBundle(name: string, ending: string, contentType: string): Asset {
  const bytes = readAsset(`dist/assets/${name}.${ending}`);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const compressed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
  return { name: `${name}-${hash}.${ending}`, contentType, bytes, compressed };
}

export function assetPaths(): { readonly style: string; readonly script: string } {
  const { style, script } = assets();
  return { style: ASSETS_PATH + style.name, script: ASSETS_PATH + script.name };
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
