/** The script of the dashboard. Pages work without it; it adds what only a script can do. */
import { copyButtons } from './copy-buttons.js';
import { liveView } from './live-view.js';
import { watchForNews } from './watch-for-news.js';

copyButtons(document);
watchForNews(document);
liveView(document);
