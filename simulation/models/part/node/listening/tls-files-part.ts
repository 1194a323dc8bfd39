/** The files of a certificate and its key, which are read again and again while others write to them. */
import type { NodeConfig } from '../../../../../src/node/config/config.js';
import { ConfigError } from '../../../../../src/node/config/start-refused.js';
import { readTls } from '../../../../../src/node/listening/tls-files.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { drawAct, type TlsAct } from './tls-acts.js';
import { TlsFolder } from './tls-folder.js';

export function tlsFilesPart(): Part<undefined, TlsAct> {
  return {
    name: 'tls-files',
    limits: () => undefined,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => new TlsCourse(trial),
  };
}

class TlsCourse implements Course<TlsAct> {
  readonly #trial: Trial;
  readonly #folder = new TlsFolder();
  /** The texts of both files by what was told of them. */
  readonly #fingerprints = new Map<string, string>();

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#folder.write('cert', 0, 'longest');
    this.#folder.write('key', 0, 'first');
  }

  take(act: TlsAct): void {
    if (act.do === 'write') this.#folder.write(act.file, act.nth, act.text);
    else this.#folder.named = act;
  }

  compare(): void {
    const { standing, wrongs, files } = this.#folder;
    try {
      const told = readTls(this.#folder.config as NodeConfig);
      this.#trial.same('wrong', wrongs, []);
      this.#trial.same('end', told?.validUntil, standing.validUntil);
      this.#trial.same('passphrase', told?.files, files);
      const [fingerprint, both] = [told?.fingerprint ?? '', JSON.stringify(standing)];
      for (const [one, of] of this.#fingerprints) {
        if ((one === fingerprint) !== (of === both))
          this.#trial.broke('fingerprint', `${one} is of ${of}, and ${fingerprint} of ${both}`);
      }
      this.#fingerprints.set(fingerprint, both);
    } catch (error) {
      const isTold = wrongs.some(
        ([option, path]) => String(error).includes(`${option}: `) && String(error).includes(path),
      );
      if (!(error instanceof ConfigError) || !isTold)
        this.#trial.broke('refusal', `${error}, and wrong is: ${wrongs.join(' and ') || 'nothing'}`);
    }
  }

  end(): void {
    this.#folder.remove();
  }
}
