import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSmtpTransport } from '../../src/mail/smtp.js';
import { SmtpStandIn } from './smtp-stand-in.js';

const NEVER = new AbortController().signal;
const MAIL = { to: 'amel@example.dz', subject: 'Your account', text: 'https://a.dz/sign-up/link\n' };

let server: SmtpStandIn;

beforeEach(async () => {
  server = await SmtpStandIn.start();
});
afterEach(() => server.stop());

function transport(user = '') {
  const url = `smtp://${user}127.0.0.1:${server.port}`;
  return createSmtpTransport({ url, password: 'p@ss', from: 'tollgate@a.dz' });
}

it('a mail reaches the mail server as it was written', async () => {
  await transport().send({ ...MAIL, text: 'مرحبًا\nhttps://a.dz/sign-up/link\n' }, NEVER);
  const [mail] = server.mails;
  expect(mail?.from).toContain('<tollgate@a.dz>');
  expect(mail?.to).toEqual(['RCPT TO:<amel@example.dz>']);
  expect(mail?.data).toMatch(/^Subject: Your account\r$/m);
  expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(unquoted(mail?.data ?? '')).toContain('مرحبًا\r\nhttps://a.dz/sign-up/link');
});

it('the user of the URL signs in with the password', async () => {
  await transport('me%40a.dz@').send(MAIL, NEVER);
  expect(server.mails[0]?.auth).toBe('\0me@a.dz\0p@ss');
});

it.each(['"a,victim@example.dz"@b.dz', 'a,victim@example.dz', 'a>\r\nDATA@example.dz'])(
  'an address reaches one mailbox at most, however it is written (%j)',
  async (to) => {
    await transport()
      .send({ ...MAIL, to }, NEVER)
      .catch(() => {});
    for (const { to: told } of server.mails) {
      expect(told).toHaveLength(1);
      expect(told[0]).not.toBe('RCPT TO:<victim@example.dz>');
    }
  },
);

it('a subject that holds a line break adds no header', async () => {
  await transport().send({ ...MAIL, subject: 'a\r\nBcc: victim@example.dz' }, NEVER);
  expect(server.mails[0]?.data).not.toMatch(/^Bcc/m);
});

it('a refusal is told with its status', async () => {
  server.answer = '550 no such mailbox';
  await expect(transport().send(MAIL, NEVER)).rejects.toMatchObject({ responseCode: 550 });
});

it('a mail that is given up under way does not go out after all', async () => {
  const given = new AbortController();
  server.onRecipient = () => given.abort();
  await expect(transport().send(MAIL, given.signal)).rejects.toThrow();
  await server.stop();
  expect(server.mails).toEqual([]);
});

it('a mail server that is not there is told of as such', async () => {
  const url = 'smtp://127.0.0.1:9';
  await expect(
    createSmtpTransport({ url, password: '', from: 'a@a.dz' }).send(MAIL, NEVER),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/^E/),
  });
});

/** Of the encoding quoted-printable (RFC 2045, 6.7). */
function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
