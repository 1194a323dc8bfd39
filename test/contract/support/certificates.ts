/** Certificates for tests, made by OpenSSL when they are asked for. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** A client needs it for its trust. */
  readonly ca: string;
}

interface CertificateOptions {
  /** Has the key encrypted with it. */
  readonly passphrase?: string;
  /**
   * How long it is valid; at 0 it has ended when it is made. Newer releases of OpenSSL make none that ended
   * before.
   */
  readonly days?: number;
  /** Names of hosts that it is for, besides `localhost` and `127.0.0.1`. */
  readonly names?: readonly string[];
}

/**
 * An authority and a certificate of it for `localhost` and `127.0.0.1`, in files of `folder` that begin with
 * `name`.
 */
export function makeCertificate(folder: string, name: string, options: CertificateOptions = {}): Certificate {
  const { passphrase, days = 2, names = [] } = options;
  const file = (end: string) => join(folder, `${name}.${end}`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const secrecy = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
  openssl(
    'req',
    '-x509',
    ...ec,
    '-nodes',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    '-days',
    '2',
    '-subj',
    `/CN=${name} authority`,
  );
  openssl('req', ...ec, ...secrecy, '-keyout', file('key'), '-out', file('csr'), '-subj', `/CN=${name}`);
  const hosts = ['localhost', ...names].map((host) => `DNS:${host}`);
  writeFileSync(file('ext'), `subjectAltName=${hosts.join(',')},IP:127.0.0.1\n`);
  openssl(
    'x509',
    '-req',
    '-in',
    file('csr'),
    '-CA',
    file('ca.crt'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    file('ext'),
    '-out',
    file('crt'),
  );
  return { cert: file('crt'), key: file('key'), ca: readFileSync(file('ca.crt'), 'utf8') };
}
