/** The script of the dashboard. Pages work without it; it adds what only a script can do. */
import { copyButtons } from './copy-buttons.js';
import { forgetAtSignOut } from './forget-at-sign-out.js';
import { liveView } from './live-view.js';
import { sendOnce } from './send-once.js';
import { watchForNews } from './watch-for-news.js';

copyButtons(document);
sendOnce(document);
forgetAtSignOut(document);
watchForNews(document);
liveView(document);
