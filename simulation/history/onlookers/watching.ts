/** Onlookers of a node: those who watch it live, and those who ask for its figures and its health. */

/** An operator watches the node: the opening handshake of its live view. */
export interface WatchCall {
  readonly op: 'watch';
  /** It is no handshake. */
  readonly isPlain?: true;
  /** Absent if it watches until the node sends it away. */
  readonly leavesAfterMs?: number;
}

/** A page of the dashboard watches: the account of its person, or the node if it asks for that. */
export interface WatchPageCall {
  readonly op: 'watch_page';
  readonly session: number;
  readonly isOfNode?: true;
  /** Absent if it watches until the node sends it away. */
  readonly leavesAfterMs?: number;
}

/** Its figures are asked for, from where they are shown and from elsewhere, and whether it is well. */
export interface ScrapeStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'scrape';
}

/** The pages that tell of the node itself; `elsewhere`: its figures, from this network. */
export const NETWORK_ELSEWHERE = '203.0.113.0/24';
export const SCRAPED_PAGES = ['/readyz', '/metrics', '/healthz', 'elsewhere'] as const;
export type ScrapedPage = (typeof SCRAPED_PAGES)[number];

/** The samples of a page of figures by name and labels, as printed; without buckets, and those that are 0. */
export type Samples = Readonly<Record<string, string>>;

export interface Scraped {
  readonly what: 'scraped';
  readonly page: ScrapedPage;
  readonly status: number;
  /** Of the figures alone. */
  readonly samples?: Samples;
  /** Its histograms that no durations make, each with the reason. */
  readonly odd?: readonly string[];
}

/** A frame of the live view; of its histograms the counts and sums alone. */
export interface FrameSeen {
  readonly what: 'frame';
  readonly request: number;
  readonly frame: Readonly<Record<string, unknown>>;
  /** The wall clock of the machine as it came, Unix ms. */
  readonly wallMs: number;
}

/** The connection of one who watched is over. */
export interface WatchOver {
  readonly what: 'watch_over';
  readonly request: number;
  /** The code of its close frame; `lost` without one, `left` if the watcher went. */
  readonly code: number | 'lost' | 'left';
}

/** Sights of those who look at the node itself. */
export type SeenOfNode =
  | { readonly what: 'scraping'; readonly page: ScrapedPage }
  | Scraped
  | FrameSeen
  | WatchOver;
