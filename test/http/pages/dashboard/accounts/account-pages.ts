/** The pages of people, accounts and credit that is moved, as the gateway answers them: for a browser. */
import { userOfName } from '../../../../../src/actors/people/user-names.js';
import { DashboardUnderTest, OTHER, type Sent, STUDIO } from '../dashboard-under-test.js';

type Keep = (name: string, answer: Promise<{ readonly text: string }>) => Promise<string>;

export async function collectAccountPages(keep: Keep, fields: Sent['fields'] = []): Promise<void> {
  const dashboard = await DashboardUnderTest.start({}, undefined, true);
  const join = async (name: string, account: string, role: 'member' | 'owner' | 'operator') => {
    const browser = await dashboard.joined(name, account, role);
    return {
      get: (path: string) => dashboard.get(path, { ...browser, fields }),
      post: (path: string, form: Readonly<Record<string, string>>) =>
        dashboard.post(path, form, { ...browser, fields: [...fields, ['sec-fetch-site', 'same-origin']] }),
    };
  };
  const operator = await join('operator@gateway.dz', 'acct_default', 'operator');
  const owner = await join('owner@studio-el-djazair.dz', STUDIO, 'owner');
  const name = 'a.name.as.long.as.people.have.them@studio-el-djazair.dz';
  const member = await join(name, STUDIO, 'member');
  const { records } = dashboard.stage.actors.system;
  const person = `/people/${userOfName(records, name)}`;
  const last = `/people/${userOfName(records, 'owner@studio-el-djazair.dz')}`;
  const invitation = { name: 'new.colleague@studio.dz', role: 'member', once: 'the text of the form' };
  const [from, to] = [await dashboard.key(STUDIO, 'Video editor'), await dashboard.key(STUDIO, 'Nightly')];

  await keep('invitation form', owner.get('/people/invite'));
  await keep('refused invitation', owner.post('/people/invite', { name: 'none', role: '' }));
  await keep('invitation made', owner.post('/people/invite', invitation));
  await keep('invitation made before', owner.post('/people/invite', invitation));
  await keep('people', owner.get('/people'));
  await keep('people for a member', member.get('/people'));
  await keep('people of nobody', operator.get(`/people?account=${OTHER}`));
  await keep('person', owner.get(person));
  await keep('oneself', member.get(person));
  await keep('last owner', owner.post(last, { act: 'remove' }));
  await keep('password', owner.get('/password'));
  await keep('refused password', owner.post('/password', { current: '', next: '1', again: '' }));
  await keep('credit form', operator.get(`/keys/${from}/credit`));
  await operator.post(`/keys/${from}/credit`, { amount: '125000', reference: 'virement BNA 2026/118' });
  await owner.post(`/keys/${from}/transfer`, { to, amount: '2500.5', reference: 'November' });
  await operator.post(`/keys/${from}/debit`, { amount: '500', reference: 'refund 7' });
  await keep('transfer form', owner.get(`/keys/${from}/transfer`));
  await keep('refused transfer', owner.post(`/keys/${from}/transfer`, { to, amount: '1e9', reference: '' }));
  await keep('key with movements', operator.get(`/keys/${from}?debit`));
  await keep('rotation form', owner.get(`/keys/${from}/rotate`));
  await keep('rotated key', owner.post(`/keys/${from}/rotate`, { rotations: '0', grace: '3600' }));
  const listed = await keep('management keys', owner.get('/keys/management'));
  const newId = [...listed.matchAll(/name="id" value="([^"]+)"/g)].at(-1)?.[1] ?? '';
  await keep('refused management key', owner.post('/keys/management', { id: newId, name: '' }));
  const script = { id: newId, name: 'nightly script' };
  await keep('management key made', owner.post('/keys/management', script));
  await keep('management key made before', owner.post('/keys/management', script));
  await keep('management keys of some', owner.get('/keys/management?revoked'));
  await keep('audit trail', owner.get('/people/audit'));
  await keep('keys of all accounts', operator.get('/keys'));
  await keep('accounts', operator.get('/accounts'));
  await keep('account', operator.get(`/accounts/${STUDIO}`));
  const wrong = { act: 'debit', key: to, amount: '1e9', reference: 'refund 7' };
  await keep('refused credit', operator.post(`/accounts/${STUDIO}`, wrong));
  await keep('credited account', operator.get(`/accounts/${STUDIO}?credit=${to}`));
  await keep('account of nobody', operator.get(`/accounts/${OTHER}`));
  const form = await keep('account form', operator.get('/accounts/new'));
  const id = /name="id" value="([^"]+)"/.exec(form)?.[1] ?? '';
  await keep('account made', operator.post('/accounts/new', { id, name: 'Customer' }));
}
