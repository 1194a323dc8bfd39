/** Prompts and videos are for the people of the account alone: an operator of another one sees neither. */
import type { PrivateCall } from '../../history/people-call.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const [FOUND, PART, NOT_FOUND] = [200, 206, 404];

export const PRIVATE_PAGES: Rule = {
  name: 'private-pages',
  says: 'The prompt and the video of a job are shown to the people of its account, and to nobody else.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    /** By job, the person of its account whose page had its video, and whether that was not there. */
    const pages = new Map<string, { readonly name: string; isMissing: boolean }>();

    const check = (call: PrivateCall, exchange: Exchange): void => {
      const { answer, sent } = exchange;
      const [name, job] = [book.nameOf(exchange), requests.job(sent.jobId)];
      if (answer === undefined || name === undefined || job === undefined) return;
      const { account } = book.of(name);
      const made = requests.key(job.keyId)?.made.sent.call;
      if (account === undefined || made?.op !== 'create_key') return;
      const isOwn = made.account === account;
      const about = `request ${sent.request}: ${name} of account ${account}`;
      if (call.what === 'clip') {
        const isShown = answer.status === FOUND || answer.status === PART;
        if (isShown && !isOwn) report(`${about} is sent the video of ${job.id} of account ${made.account}`);
        const page = pages.get(job.id);
        if (isOwn && answer.status === NOT_FOUND && page?.name === name) page.isMissing = true;
        return;
      }
      if (answer.status !== FOUND) return;
      const { hasPrompt, hasClip } = bodyOf(answer) ?? {};
      if (!isOwn && (hasPrompt === true || hasClip === true))
        report(`${about} is shown the prompt or the video of ${job.id} of account ${made.account}`);
      if (isOwn && hasPrompt !== true) report(`${about} is not shown the prompt of ${job.id}`);
      if (isOwn && hasClip === true && pages.get(job.id)?.isMissing === true)
        report(`${about} has no video of ${job.id}, and its page has`);
      if (isOwn && hasClip === true) pages.set(job.id, { name, isMissing: false });
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        const call = exchange?.sent.call;
        // A session that is over sees no video.
        if (call?.op === 'sign_out') pages.clear();
        if (seen.what === 'answered' && exchange !== undefined && call?.op === 'see_private')
          check(call, exchange);
      },
    };
  },
};
