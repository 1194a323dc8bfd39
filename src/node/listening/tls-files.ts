/**
 * The certificate and the key that the configuration names, looked at before the server's library is given
 * them.
 */
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from '../../errors/error-text.js';
import type { TlsFiles } from '../../http/uws/uws-listener.js';
import type { NodeConfig } from '../config/config.js';
import { ConfigError } from '../config/start-refused.js';

export interface Tls {
  readonly files: TlsFiles;
  /** Unix time in seconds at which the certificate is no longer valid. */
  readonly validUntil: number;
  /** SHA-256 of both files, in hex: the same for the same certificates and key. */
  readonly fingerprint: string;
}

/**
 * Undefined if no certificate is configured. The files are read and validated; a certificate
 * that is not valid any more is taken, and its end is told.
 *
 * @throws ConfigError with one line that names the option and what is wrong with its file
 */
export function readTls({ tlsCert, tlsKey, tlsPassphraseFile }: NodeConfig): Tls | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const [certBytes, keyBytes] = [read('tls-cert', tlsCert), read('tls-key', tlsKey)];
  const certificate = certificateIn(certBytes, tlsCert);
  const passphrase = tlsPassphraseFile === undefined ? undefined : readPassphrase(tlsPassphraseFile);
  const key = keyIn(keyBytes, tlsKey, passphrase);
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError(`tls-key: ${tlsKey} is not the key of the certificate in ${tlsCert}`);
  }
  return {
    files: { cert: tlsCert, key: tlsKey, passphrase },
    validUntil: Math.floor(Date.parse(certificate.validTo) / 1_000),
    fingerprint: createHash('sha256').update(certBytes).update('\0').update(keyBytes).digest('hex'),
  };
}

function certificateIn(bytes: Buffer, path: string): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (error) {
    throw new ConfigError(`tls-cert: ${path} holds no certificate in PEM`, { cause: error });
  }
}

function keyIn(key: Buffer, path: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey(passphrase === undefined ? { key } : { key, passphrase });
  } catch (error) {
    // OpenSSL's own message may tell something of the key.
    const isEncrypted = key.includes('ENCRYPTED');
    const why = isEncrypted
      ? `cannot be decrypted; tls-passphrase-file ${passphrase === undefined ? 'names the file with its passphrase' : 'holds another passphrase'}`
      : 'holds no private key in PEM';
    throw new ConfigError(`tls-key: ${path} ${why}`, { cause: error });
  }
}

function readPassphrase(path: string): string {
  return read('tls-passphrase-file', path)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

function read(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    throw new ConfigError(`${option}: cannot read ${path} (${code})`, { cause: error });
  }
}
