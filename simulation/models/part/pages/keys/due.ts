/** The end that a form has to come to. */
import type { RoutePath } from '../../../../../src/http/pages/dashboard/routes.js';
import type { ToldPage } from '../told-page.js';

export interface Due {
  readonly to: { readonly path: RoutePath; readonly rest?: string; readonly query?: string };
  readonly fields: Readonly<Record<string, string>>;
  readonly result: string;
  readonly asked: readonly unknown[];
  readonly shown?: (page: ToldPage) => unknown;
  readonly shows?: unknown;
  /** Whether the page shows the secret that the actor was told of; undefined if it shows none at all. */
  readonly hasSecret?: boolean;
  /** Forms with the same text have the same fingerprint, and others another one. */
  readonly sameness?: string;
}
