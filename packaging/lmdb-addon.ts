/**
 * Stands in for `node-gyp-build-optional-packages` in a packaged program: `lmdb` asks it for its addon, and
 * gets the one that the program carries.
 */
import { loadEmbeddedAddon } from '../src/packaged/embedded-addons.js';

export default (): unknown => loadEmbeddedAddon('lmdb');
