/** The answer to people who sign in while many do: made once for all languages, whoever they are. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PageAnswer } from '../../page.js';
import { assetPaths } from '../assets.js';
import { Head } from '../components/head.js';
import { PAGE_FIELDS } from '../requests/security-headers.js';
import { directionOf, LANGUAGES } from '../texts/language.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';

let document: string | undefined;

export function crowded(retryAfterMs: number): PageAnswer {
  document ??= `<!doctype html>${renderToString(h(CrowdedPage, {}))}`;
  return {
    kind: 'page',
    status: 503,
    contentType: 'text/html; charset=utf-8',
    body: document,
    headers: [...PAGE_FIELDS, ['Retry-After', String(Math.ceil(retryAfterMs / 1_000))]],
  };
}

function CrowdedPage() {
  return (
    <html lang="en">
      <Head title="Tollgate" assets={assetPaths()} />
      <body>
        <div class="lone">
          <main id="content">
            {LANGUAGES.map((language) => (
              <section key={language} class="card" lang={language} dir={directionOf(language)}>
                <p>{SIGN_IN.busy[language]}</p>
                <p>
                  <a href="/sign-in">{SIGN_IN.title[language]}</a>
                </p>
              </section>
            ))}
          </main>
        </div>
      </body>
    </html>
  );
}
