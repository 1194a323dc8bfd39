/** The document of a page, and the frame around it: navigation, account, language. */
import type { ComponentChildren } from 'preact';
import { keptUnder } from '../islands/kept-under.js';
import { directionOf, LANGUAGE_NAMES, LANGUAGES } from '../texts/language.js';
import { ROLES, SHELL } from '../texts/shell-texts.js';
import { useTexts, useView } from '../view/view.js';
import { Head } from './head.js';
import { Icon, type IconName } from './icons.js';

/** The same page again, after a while. */
export interface Refresh {
  readonly afterS: number;
  readonly path: string;
}

interface ShellProps {
  readonly title: string;
  /** Without a script the page loads itself again; with one, the script looks for news. */
  readonly refresh?: Refresh | undefined;
  readonly children: ComponentChildren;
}

export function Shell({ title, refresh, children }: ShellProps) {
  const { language, assets, signedIn } = useView();
  return (
    <html lang={language} dir={directionOf(language)}>
      <Head title={`${title} · Tollgate`} assets={assets}>
        <script type="module" src={assets.script} />
        {refresh !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={`${refresh.afterS}; url=${refresh.path}`} />
          </noscript>
        )}
      </Head>
      <body>{signedIn === undefined ? <Lone>{children}</Lone> : <Framed>{children}</Framed>}</body>
    </html>
  );
}

/** A page that nobody has signed in for. */
function Lone({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="lone">
      <header>
        <Brand />
      </header>
      <main id="content">{children}</main>
      <footer>
        <Languages />
      </footer>
    </div>
  );
}

function Framed({ children }: { readonly children: ComponentChildren }) {
  const say = useTexts();
  return (
    <>
      <a class="skip unseen" href="#content">
        {say(SHELL.skip)}
      </a>
      <div class="shell">
        <header class="side">
          <Brand />
          <Navigation />
          <Account />
        </header>
        <main class="main" id="content">
          <div class="page">{children}</div>
          <footer class="foot">
            {say(SHELL.timeZone)} <a href="/docs">{say(SHELL.documentation)}</a>
          </footer>
        </main>
      </div>
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href="/">
      <Icon name="mark" size={22} />
      Tollgate
    </a>
  );
}

interface NavigationPage {
  readonly path: string;
  readonly icon: IconName & keyof typeof SHELL;
  readonly isForOperators?: true;
}

const PAGES: readonly NavigationPage[] = [
  { path: '/', icon: 'overview' },
  { path: '/chat', icon: 'chat' },
  { path: '/jobs', icon: 'jobs' },
  { path: '/keys', icon: 'keys' },
  { path: '/usage', icon: 'usage' },
  { path: '/top-up', icon: 'topUp' },
  { path: '/people', icon: 'people' },
  { path: '/node', icon: 'node', isForOperators: true },
  { path: '/accounts', icon: 'accounts', isForOperators: true },
];

function Navigation() {
  const say = useTexts();
  const { path, signedIn } = useView();
  const pages = PAGES.filter((page) => page.isForOperators !== true || signedIn?.role === 'operator');
  return (
    <nav class="nav" aria-label={say(SHELL.pages)}>
      <ul>
        {pages.map((page) => {
          const isHere = path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`));
          return (
            <li key={page.path}>
              <a href={page.path} aria-current={isHere ? 'page' : undefined}>
                <Icon name={page.icon} />
                {say(SHELL[page.icon])}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Account() {
  const say = useTexts();
  const { signedIn } = useView();
  if (signedIn === undefined) return null;
  const { name, role, user } = signedIn;
  return (
    <details class="account">
      <summary>
        <span class="unseen">{say(SHELL.account)}</span>
        <span class="avatar" aria-hidden="true">
          {[...name][0]}
        </span>
        <span class="account-name">
          <bdi>{name}</bdi>
          <span class="soft small">{say(ROLES[role])}</span>
        </span>
      </summary>
      <div class="menu">
        <p class="who small">
          <bdi>{name}</bdi>
          <br />
          <span class="soft">{say(ROLES[role])}</span>
        </p>
        <a href="/sessions">{say(SHELL.sessions)}</a>
        <a href="/password">{say(SHELL.password)}</a>
        <Languages />
        <form method="post" action="/sign-out" data-forgets={keptUnder(user)}>
          <button class="button quiet" type="submit">
            {say(SHELL.signOut)}
          </button>
        </form>
      </div>
    </details>
  );
}

function Languages() {
  const say = useTexts();
  const { language, here } = useView();
  return (
    <form class="languages" method="post" action="/language" aria-label={say(SHELL.language)}>
      <input type="hidden" name="next" value={here} />
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each}
          aria-current={each === language ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </form>
  );
}
