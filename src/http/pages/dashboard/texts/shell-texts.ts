/** Texts of the frame around every page. */
import type { Text } from './language.js';

export const SHELL = {
  skip: { en: 'Skip to content', fr: 'Aller au contenu', ar: 'انتقل إلى المحتوى' },
  pages: { en: 'Pages', fr: 'Pages', ar: 'الصفحات' },
  overview: { en: 'Overview', fr: 'Vue d’ensemble', ar: 'نظرة عامة' },
  chat: { en: 'Chat', fr: 'Discussion', ar: 'المحادثة' },
  jobs: { en: 'Jobs', fr: 'Tâches', ar: 'المهام' },
  keys: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  usage: { en: 'Usage', fr: 'Utilisation', ar: 'الاستخدام' },
  people: { en: 'People', fr: 'Personnes', ar: 'الأشخاص' },
  topUp: { en: 'Top up', fr: 'Recharger', ar: 'شحن الرصيد' },
  node: { en: 'Node', fr: 'Nœud', ar: 'العقدة' },
  accounts: { en: 'Accounts', fr: 'Comptes', ar: 'الحسابات' },
  documentation: { en: 'API documentation', fr: 'Documentation de l’API', ar: 'توثيق واجهة API' },
  account: { en: 'Your account', fr: 'Votre compte', ar: 'حسابك' },
  sessions: { en: 'Sessions', fr: 'Sessions', ar: 'الجلسات' },
  password: { en: 'Change password', fr: 'Changer de mot de passe', ar: 'تغيير كلمة المرور' },
  signOut: { en: 'Sign out', fr: 'Se déconnecter', ar: 'تسجيل الخروج' },
  language: { en: 'Language', fr: 'Langue', ar: 'اللغة' },
  timeZone: { en: 'Times are in UTC.', fr: 'Les heures sont en UTC.', ar: 'الأوقات بالتوقيت العالمي UTC.' },
  copy: { en: 'Copy', fr: 'Copier', ar: 'نسخ' },
  copied: { en: 'Copied', fr: 'Copié', ar: 'تم النسخ' },
  cancel: { en: 'Cancel', fr: 'Annuler', ar: 'إلغاء' },
  newer: { en: 'Newest', fr: 'Plus récents', ar: 'الأحدث' },
  older: { en: 'Older', fr: 'Plus anciens', ar: 'الأقدم' },
  morePages: { en: 'More pages', fr: 'Autres pages', ar: 'صفحات أخرى' },
  home: { en: 'Back to the overview', fr: 'Retour à la vue d’ensemble', ar: 'العودة إلى النظرة العامة' },
} satisfies Record<string, Text>;

/** Figures that are not kept up to date any more. */
export const LIVE_OVER = {
  why: {
    en: 'These figures stand still: you were signed out, or your rights have changed.',
    fr: 'Ces chiffres ne sont plus actualisés : vous avez été déconnecté, ou vos droits ont changé.',
    ar: 'توقف تحديث هذه الأرقام: سُجّل خروجك أو تغيّرت صلاحياتك.',
  },
  again: { en: 'Load the page again', fr: 'Recharger la page', ar: 'إعادة تحميل الصفحة' },
} satisfies Record<string, Text>;

export const ROLES = {
  member: { en: 'Member', fr: 'Membre', ar: 'عضو' },
  owner: { en: 'Owner', fr: 'Propriétaire', ar: 'مالك الحساب' },
  operator: { en: 'Operator', fr: 'Opérateur', ar: 'مشغّل' },
} satisfies Record<string, Text>;
