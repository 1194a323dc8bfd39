/** Steps of a node's history in words. */
import type { ClientCall } from './client-call.js';
import type { NodeStep } from './node-history.js';
import { describeWatch } from './onlookers/describe-watching.js';
import { describePreflight } from './onlookers/preflight-call.js';
import { describePeopleCall } from './people/describe-people.js';
import { isPeopleCall } from './people-call.js';
import { describeFetch } from './results/result-calls.js';
import { describeAsked, describeReload, describeStart } from './setup/describe-parts.js';
import { describePayment, describeScript } from './setup/describe-scripts.js';
import { describeChat, describeLookUp } from './texts/describe-texts.js';

export function describeStep(step: NodeStep): string {
  switch (step.do) {
    case 'request': {
      const { call, client, bodyAfterMs, givesUpAfterMs, obeys, as, asked, isEscaped } = step;
      const { breaksOff } = step;
      return [
        `client ${client} ${describeCall(call)}`,
        asked === undefined ? '' : describeAsked(asked),
        as === undefined ? '' : ` with the management key of account ${as}`,
        isEscaped ? ', with escapes in its body' : '',
        bodyAfterMs === 0 ? '' : `, its body ${bodyAfterMs} ms later`,
        breaksOff === undefined
          ? ''
          : `, of which ${breaksOff.sentBytes} bytes come, and it ${breaksOff.stays ? 'waits' : 'goes away'}`,
        givesUpAfterMs === undefined ? '' : `, and goes away after ${givesUpAfterMs} ms`,
        obeys === undefined ? '' : `, and on 429 waits as told in ${obeys}`,
      ].join('');
    }
    case 'disk':
      return `the disk: ${after(step.skip, 'commit')}${step.commits === 1 ? 'one commit meets' : `${step.commits} commits meet`} ${step.fault}`;
    case 'outage':
      return `${step.provider ?? 'providers'}: ${after(step.skip, 'call')}${step.calls === 1 ? 'one call meets' : `${step.calls} calls meet`} ${step.how.replace('_', ' ')}`;
    case 'files':
      return `the disk of kept results: ${after(step.skip, 'operation')}${step.operations === 1 ? 'one operation meets' : `${step.operations} operations meet`} ${step.fault}`;
    case 'shortage':
      return `the machine is short of ${step.of === 'last_memory' ? 'the last memory' : step.of} for ${step.forMs} ms`;
    case 'release_disk':
      return 'what hangs at the disk is let go';
    case 'crash': {
      const when =
        step.on === 'now'
          ? 'now'
          : `${step.side} the ${ordinal(step.nth)} ${step.on.replace('_', ' ')} from now`;
      const start = step.reboot ? 'the machine boots again' : 'a start';
      const again = step.times === 1 ? '' : ` (as do the ${step.times - 1} after it)`;
      return `the process ends ${when}${again}, undecided commits ${step.undecided}; ${start} ${step.downMs} ms later`;
    }
    case 'restart':
      return `the process is told to stop; a start${describeStart(step)} ${step.downMs} ms after it has`;
    case 'reload':
      return `the configuration is read again, ${describeReload(step)}`;
    case 'scrape':
      return 'the figures of the node and its health are asked for';
    case 'step_wall':
      return `the wall clock steps by ${step.ms} ms`;
  }
}

/** In quotes, for it may be empty or end with a space; of a long one the beginning. */
function shortly(text: string): string {
  return text.length <= 40
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, 20))}… (${text.length} long)`;
}

function describeCall(call: ClientCall): string {
  if (isPeopleCall(call)) return describePeopleCall(call);
  switch (call.op) {
    case 'submit': {
      const { key, model, seconds, prompt, promptLength, fields, idempotencyKey, head, script } = call;
      const made = promptLength === undefined ? '' : ` (made ${promptLength} long)`;
      const length = seconds === undefined ? '' : ` of ${JSON.stringify(seconds)} s`;
      const under = idempotencyKey === undefined ? '' : ` under ${idempotencyKey}`;
      const fate =
        script === undefined || model.startsWith('sim/') ? '' : `; the provider: ${describeScript(script)}`;
      const others = fields === undefined ? '' : ` and ${JSON.stringify(fields)}`;
      const sent = head === undefined ? '' : `, ${Object.keys(head).join(' ')}`;
      return `submits "${prompt}"${made}${length}${others} for ${model} with key ${key}${under}${sent}${fate}`;
    }
    case 'chat':
      return describeChat(call);
    case 'generation':
      return describeLookUp(call);
    case 'poll':
      return `polls the job of step ${call.job} with key ${call.key}`;
    case 'content':
    case 'open_link':
      return describeFetch(call);
    case 'show_job':
      return `reads the job of step ${call.job} as the operator`;
    case 'fail_job':
      return `ends the job of step ${call.job} as the operator: ${call.reason}`;
    case 'list_jobs':
      return `lists ${call.limit} ${call.status ?? ''} jobs with key ${call.key}`.replace('  ', ' ');
    case 'credits':
      return `reads credits with ${call.earlier === undefined ? 'key' : `the secret of ${call.earlier} rotations ago of key`} ${call.key}`;
    case 'rotate':
      return `rotates key ${call.key} with a grace of ${call.graceSeconds} s`;
    case 'debit':
      return `takes ${amountIn(call)} back from key ${call.key}, reference ${shortly(call.reference)}`;
    case 'transfer':
      return `moves ${amountIn(call)} from key ${call.key} to key ${call.to}, reference ${shortly(call.reference)}`;
    case 'activity': {
      const { key, model, provider, from, to } = call;
      const only = model ?? provider;
      const days = `${from === undefined ? '' : ` from ${from}`}${to === undefined ? '' : ` to ${to}`}`;
      return `reads activity${only === undefined ? '' : ` of ${only}`}${days} with key ${key}`;
    }
    case 'models':
      return `reads models with key ${call.key}`;
    case 'create_key': {
      const limit = call.rpm === undefined ? '' : ` of ${call.rpm} rpm`;
      const { creditsMicroDa: amountMicroDa, amountText } = call;
      const credit = amountMicroDa === undefined ? '' : ` with ${amountIn({ amountMicroDa, amountText })}`;
      const under = call.idempotencyKey === undefined ? '' : ` under ${call.idempotencyKey}`;
      const fields = call.fields === undefined ? '' : ` by ${JSON.stringify(call.fields)}`;
      return `makes key ${call.newKey}${limit}${credit} in account ${call.account}${fields}${under}`;
    }
    case 'create_account':
      return `makes an account, ${call.name}`;
    case 'change_account':
      return `says that account ${call.account} is ${call.isVerified ? '' : 'not '}verified`;
    case 'show_key':
      return `has key ${call.key} shown`;
    case 'show_balance':
      return `has the credits of key ${call.key} shown`;
    case 'list_keys':
      return 'lists the keys';
    case 'set_rpm':
      return `sets key ${call.key} to ${call.rpm} rpm`;
    case 'revoke':
      return `revokes key ${call.key}`;
    case 'add_credit':
      return `adds ${amountIn(call)} to key ${call.key}, reference ${shortly(call.reference)}`;
    case 'ledger':
      return `reads ${call.limit} ledger entries of key ${call.key}`;
    case 'page': {
      const { list, limit, key, cursor, status, of } = call;
      const from = cursor === undefined ? '' : `, from a cursor that is ${cursor}`;
      const filter = `${status === undefined ? '' : ` that are ${status}`}${of === undefined ? '' : ` of its ${of}`}`;
      return `reads ${list.replace('_', ' ')}${filter} in pages of ${limit ?? 'the usual length'}${from}, with key ${key} at hand`;
    }
    case 'order': {
      const { amountDa, key, idempotencyKey, script } = call;
      const under = idempotencyKey === undefined ? '' : ` under ${idempotencyKey}`;
      const fate = script === undefined ? '' : `; the payment: ${describePayment(script)}`;
      return `orders ${amountDa} DA for key ${key}${under}${fate}`;
    }
    case 'show_order':
      return `has the order of step ${call.order} shown`;
    case 'list_orders':
      return `lists ${call.limit} orders`;
    case 'void_simulated':
      return 'takes back all credit without money';
    case 'watch':
      return describeWatch(call);
    case 'preflight':
      return describePreflight(call);
    case 'flawed': {
      const { key, method, path, query, contentType, idempotencyKey, param } = call;
      const body = contentType === undefined ? call.body : JSON.stringify(call.body);
      const asks = `${method} ${path.replace('{key}', `key ${key}`)}`;
      const repeatable = idempotencyKey === undefined ? '' : ` under ${JSON.stringify(idempotencyKey)}`;
      return `asks ${asks} for ${query ?? body}${repeatable}, which is wrong in ${param ?? 'its form'}`;
    }
    case 'stray': {
      const to = call.path === undefined ? '' : ` for ${call.path}`;
      return `sends a request that is refused (${call.how.replaceAll('_', ' ')}${to}), with key ${call.key} at hand`;
    }
  }
}

interface Amount {
  readonly amountMicroDa: number;
  readonly amountText?: string | undefined;
}

function amountIn({ amountMicroDa, amountText }: Amount): string {
  return amountText === undefined ? `${amountMicroDa} micro-DA` : `${amountText} DA`;
}

function after(skip: number, what: string): string {
  return skip === 0 ? '' : `after ${skip} more ${what}${skip === 1 ? '' : 's'} `;
}

function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
  return `${n}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}
