/** The files of certificates, keys and passphrases: two of each kind; the configuration names one. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsFiles } from '../../../../../src/http/uws/uws-listener.js';
import type { NodeConfig } from '../../../../../src/node/config/config.js';
import { madeFolder } from '../folders/made-folder.js';
import { PASSPHRASE } from './made-certificates.js';
import { CERTIFICATES, type FileName, KEYS, PASSPHRASES } from './tls-texts.js';

export interface NamedFiles {
  readonly cert: number;
  readonly key: number;
  /** Null if none is named. */
  readonly passphrase: number | null;
}

/** The texts of the named files. */
export interface Standing {
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** Unix seconds, of the first certificate; undefined if there is none. */
  readonly validUntil: number | undefined;
}

export class TlsFolder {
  named: NamedFiles = { cert: 0, key: 0, passphrase: null };
  readonly #folder = madeFolder('tls');
  /** The names of the texts in the files; the others are missing. */
  readonly #texts = new Map<string, string>();

  write(file: FileName, nth: number, name: string): void {
    const path = this.#path(file, nth);
    const text =
      file === 'cert'
        ? CERTIFICATES.get(name)?.text
        : file === 'key'
          ? KEYS.get(name)?.text
          : PASSPHRASES.get(name);
    this.#texts.set(path, name);
    if (text === undefined) rmSync(path, { force: true });
    else writeFileSync(path, text);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  get config(): Pick<NodeConfig, 'tlsCert' | 'tlsKey' | 'tlsPassphraseFile'> {
    const { cert, key, passphrase } = this.named;
    return {
      tlsCert: this.#path('cert', cert),
      tlsKey: this.#path('key', key),
      tlsPassphraseFile: passphrase === null ? undefined : this.#path('passphrase', passphrase),
    };
  }

  get standing(): Standing {
    const certificate = this.#certificate;
    return { cert: certificate?.text, key: this.#key?.text, validUntil: certificate?.first?.validUntil };
  }

  /** The server is handed these if they are right. */
  get files(): TlsFiles {
    const { cert, key, passphrase } = this.named;
    const phrase = this.#passphrase?.replace(/\r?\n$/, '');
    return {
      cert: this.#path('cert', cert),
      key: this.#path('key', key),
      passphrase: passphrase === null ? undefined : phrase,
    };
  }

  /** The option and the file of each thing that is wrong. */
  get wrongs(): readonly (readonly [option: string, path: string])[] {
    const [certificate, key] = [this.#certificate?.first, this.#key];
    const [certPath, keyPath] = [this.#path('cert', this.named.cert), this.#path('key', this.named.key)];
    const wrongs: [option: string, path: string][] = [];
    if (certificate === undefined) wrongs.push(['tls-cert', certPath]);
    const isLocked = key?.isEncrypted === true && this.files.passphrase !== PASSPHRASE;
    if (key?.key === undefined || isLocked) wrongs.push(['tls-key', keyPath]);
    else if (certificate !== undefined && certificate.key !== key.key) wrongs.push(['tls-key', keyPath]);
    const { passphrase } = this.named;
    if (passphrase !== null && this.#passphrase === undefined)
      wrongs.push(['tls-passphrase-file', this.#path('passphrase', passphrase)]);
    return wrongs;
  }

  get #certificate() {
    return CERTIFICATES.get(this.#nameIn('cert', this.named.cert));
  }

  get #key() {
    return KEYS.get(this.#nameIn('key', this.named.key));
  }

  get #passphrase() {
    const { passphrase } = this.named;
    return passphrase === null ? undefined : PASSPHRASES.get(this.#nameIn('passphrase', passphrase));
  }

  #nameIn(file: FileName, nth: number): string {
    return this.#texts.get(this.#path(file, nth)) ?? 'missing';
  }

  #path(file: FileName, nth: number): string {
    return join(this.#folder, `${file}-${nth}`);
  }
}
