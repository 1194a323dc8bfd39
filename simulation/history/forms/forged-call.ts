/** Requests with what nobody was given: altered secrets, secrets in another place, forms of other sites. */
import type { MailLink } from '../mails/mails.js';

export const FORGERIES = [
  /** One letter of the session's secret is another one. */
  'altered_session',
  /** A form under the session, of a page of somebody else: anywhere, at a sibling's name, at another port. */
  'foreign_site',
  'sibling_site',
  'foreign_port',
  'foreign_origin',
  'no_origin',
  /** A form under an altered link. */
  'altered_link',
  /** The secret of a link in the place of a session's, and the other way round. */
  'link_as_session',
  'session_as_link',
  'device_as_session',
] as const;
export type Forgery = (typeof FORGERIES)[number];

export interface ForgedCall {
  readonly op: 'forged';
  /** `foreign_host`: a form under the session, sent to a host that has no dashboard. */
  readonly how: Forgery | 'foreign_host';
  /** The step that told of it. */
  readonly session?: number;
  readonly link?: number;
  readonly mail?: MailLink;
  /** The part of an altered link that is another one; links for strangers have three. */
  readonly part?: number;
}

export function describeForged({ how, session, link, mail, part = 0 }: ForgedCall): string {
  const of =
    mail === undefined
      ? `of step ${link ?? session}`
      : `of mail ${mail.nth + 1} to ${mail.to} (${mail.kind.replace('_', ' ')})`;
  return `tries ${how.replaceAll('_', ' ')} ${of}${how === 'altered_link' ? `, part ${part}` : ''}`;
}
