/** The script of the dashboard. Pages work without it; it adds what only a script can do. */
import { copyButtons } from './copy-buttons.js';

copyButtons(document);
