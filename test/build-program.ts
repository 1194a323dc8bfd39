/** Bundles the program anew if a source is newer, so that what tests start is what they import. */
import { execFileSync } from 'node:child_process';

export default function buildProgram(): void {
  execFileSync('sh', ['scripts/build-program.sh'], { stdio: 'inherit' });
}
