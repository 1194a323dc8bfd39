/** Icons of one stroke. They stand beside a text and say nothing of their own. */
const PATHS = {
  overview: 'M3 12 12 4l9 8M6 10v9h12v-9',
  keys: 'M16.5 13a4.5 4.5 0 1 0-4.3-3.2L4 18v2.5h3V18h2.5v-2.5H12l1.7-1.7c.8.8 1.7 1.2 2.8 1.2Zm.5-5h.01',
  usage: 'M4 20h16M6 16v-5m4 5V6m4 10v-7m4 7V4',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4m2.2 4c1.9.8 3 2.4 3.3 4.8',
  topUp:
    'M3 7.5A2.5 2.5 0 0 1 5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9ZM3 10h18M7 15h4',
  chat: 'M4 5h16v11H10l-4.5 4v-4H4V5Zm4 4h8m-8 3.5h5',
  jobs: 'M4 6h16v12H4V6Zm0 4h16M4 14h16M8 6v12m8-12v12',
  accounts: 'M4 20V8l8-4 8 4v12M9 20v-5h6v5M9 10.5h.01M15 10.5h.01',
  node: 'M4 4h16v6H4V4Zm0 10h16v6H4v-6ZM7.5 7h.01M7.5 17h.01M11 7h5m-5 10h5',
  ledger: 'M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21V3Zm4 5h6m-6 4h6',
  good: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-9 3 3 5-6',
  bad: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-13v5m0 3h.01',
  wait: 'M12 4 2.5 20h19L12 4Zm0 6v4m0 3h.01',
  plain: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8h.01',
  mark: 'M4 20V5m0 3h15l-2 3 2 3H4',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <path d={PATHS[name]} stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
