/** Requests of people in words. */

import { describeDesk } from '../forms/desk-call.js';
import { describeForged } from '../forms/forged-call.js';
import { describeForm } from '../forms/form-call.js';
import { describeVisit } from '../forms/visit-call.js';
import type { MailLink } from '../mails/mails.js';
import { describeWatchPage } from '../onlookers/describe-watching.js';
import type { PeopleCall, TypedName } from '../people-call.js';

export function describePeopleCall(call: PeopleCall): string {
  switch (call.op) {
    case 'invite':
      return `invites ${call.name} to account ${call.account} as ${call.role}${byWhom(call)}`;
    case 'change_role':
      return `gives ${call.name} the role ${call.role}${byWhom(call)}`;
    case 'grant':
      return `grants ${call.name} the keys ${call.keys.join(', ') || 'none'}${byWhom(call)}`;
    case 'remove_user':
      return `removes ${call.name}${byWhom(call)}`;
    case 'list_users':
      return `lists the users of account ${call.account}`;
    case 'list_invitations':
      return `lists the invitations of account ${call.account}`;
    case 'withdraw':
      return `withdraws ${linkOf(call)}${byWhom(call)}`;
    case 'look_at_link':
      return `looks at ${linkOf(call)}`;
    case 'accept':
      return `accepts ${linkOf(call)} with the password ${call.password}${again(call)}`;
    case 'forgot':
      return `forgot the password of ${typedOf(call)}`;
    case 'sign_in': {
      const browser = call.device === undefined ? '' : ` in the browser of step ${call.device}`;
      const next = call.next === undefined ? '' : `, to go on to ${call.next}`;
      return `signs in as ${typedOf(call)} with the password ${call.password}${browser}${next}`;
    }
    case 'read_page': {
      const page = call.page === 'key' ? `the page of key ${call.key}` : `the page ${call.page}`;
      return `reads ${page.replace('_', ' ')} under the session of step ${call.session}`;
    }
    case 'read_list': {
      const { session, status = '', model = '', of, key, isFurther } = call;
      const ofWhat = of === undefined ? '' : of === 'key' ? `key ${key}` : `the account of key ${key}`;
      const filters = [status, model, ofWhat].filter((filter) => filter !== '').join(', ');
      const which = isFurther === true ? 'a further page' : 'the page';
      return `reads ${which} of jobs (${filters || 'all'}) under the session of step ${session}`;
    }
    case 'look':
      return `looks at the page ${call.page.replaceAll('_', ' ')} of key ${call.key} under the session of step ${call.session}`;
    case 'see_private':
      return `asks for the ${call.what} of the job of step ${call.job} under the session of step ${call.session}`;
    case 'visit':
      return describeVisit(call);
    case 'watch_page':
      return describeWatchPage(call);
    case 'form':
      return describeForm(call);
    case 'use_card':
      return `uses the card "${call.card}" for the order of step ${call.order}`;
    case 'desk':
      return describeDesk(call);
    case 'forged':
      return describeForged(call);
    case 'use_mkey':
      return `lists the keys in reach of the management key ${call.mkey}`;
    case 'read_audit':
      return `reads ${call.limit} entries of the audit trail of account ${call.account}`;
    case 'sign_out':
      return `signs out${call.isEverywhere === true ? ' everywhere' : ''} under the session of step ${call.session}`;
    case 'change_password':
      return `sets the password ${call.next} in the place of ${call.password}${again(call)} under the session of step ${call.session}`;
    case 'chat_message':
    case 'job_form':
      return `sends ${call.op === 'job_form' ? 'the form of a job' : 'a message of the chat'}${call.key === undefined ? '' : ` for key ${call.key}`} under the session of step ${call.session}`;
    case 'sign_up':
      return `signs up as ${call.name}${call.password === undefined ? '' : ` with the password ${call.password}${again(call)}`}`;
  }
}

function linkOf({ link, mail }: { readonly link?: number; readonly mail?: MailLink }): string {
  return mail === undefined
    ? `the invitation of step ${link}`
    : `the link of mail ${mail.nth + 1} to ${mail.to} (${mail.kind.replace('_', ' ')})`;
}

function again({ again }: { readonly again?: string }): string {
  return again === undefined ? '' : `, typed again as ${again}`;
}

function byWhom({ session }: { readonly session?: number }): string {
  return session === undefined ? '' : ` under the session of step ${session}`;
}

function typedOf({ name, typed }: TypedName): string {
  return typed === undefined ? name : `${name}, typed "${typed}"`;
}
