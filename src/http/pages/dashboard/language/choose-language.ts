import { type DashboardPage, goTo } from '../requests/dashboard-page.js';
import { languageCookie } from '../requests/language-cookie.js';
import { localPath } from '../requests/local-path.js';
import { isLanguage } from '../texts/language.js';

export const chooseLanguage: DashboardPage = {
  isFor: 'everybody',
  post(request, form) {
    const language = form.get('language') ?? undefined;
    const cookies = isLanguage(language) ? [languageCookie(language, request.origin)] : [];
    return goTo(localPath(form.get('next')) || '/', cookies);
  },
};
