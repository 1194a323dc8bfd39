/** Texts of the page on management keys. */
import type { Text } from './language.js';

export const MANAGEMENT_KEYS = {
  title: { en: 'Management keys', fr: 'Clés de gestion', ar: 'مفاتيح الإدارة' },
  lead: {
    en: 'With a management key your scripts do what an owner does on these pages: make keys, set limits, order top-ups. It submits no jobs.',
    fr: 'Avec une clé de gestion, vos scripts font ce qu’un propriétaire fait sur ces pages : créer des clés, fixer des limites, commander des recharges. Elle ne lance aucune tâche.',
    ar: 'بمفتاح الإدارة تنفّذ برامجك ما ينفّذه المالك في هذه الصفحات: إنشاء المفاتيح وتحديد الحدود وطلب الشحن. ولا يرسل أي مهام.',
  },
  create: { en: 'Create a management key', fr: 'Créer une clé de gestion', ar: 'إنشاء مفتاح إدارة' },
  nameHint: {
    en: 'To know it by, such as the script that uses it.',
    fr: 'Pour la reconnaître : par exemple le script qui l’utilise.',
    ar: 'لتمييزه، مثل اسم البرنامج الذي يستخدمه.',
  },
  ofAccount: { en: 'Made with the account', fr: 'Créée avec le compte', ar: 'أُنشئ مع الحساب' },
  revoke: { en: 'Revoke…', fr: 'Révoquer…', ar: 'إلغاء…' },
  revokeHint: {
    en: 'Scripts that use it are refused at once, for good.',
    fr: 'Les scripts qui l’utilisent sont aussitôt refusés, définitivement.',
    ar: 'تُرفض فورًا ونهائيًا البرامج التي تستخدمه.',
  },
  revokeNow: { en: 'Revoke it for good', fr: 'Révoquer définitivement', ar: 'إلغاء نهائي' },
  revoked: {
    en: 'The key is revoked.',
    fr: 'La clé est révoquée.',
    ar: 'أُلغي المفتاح.',
  },
  ofConfiguration: {
    en: 'Set by the configuration',
    fr: 'Fixée par la configuration',
    ar: 'تحدده الإعدادات',
  },
  tooMany: {
    en: 'The account has as many management keys as it may have: revoke one that no script uses.',
    fr: 'Le compte a autant de clés de gestion que permis : révoquez-en une qu’aucun script n’utilise.',
    ar: 'بلغ الحساب أقصى عدد من مفاتيح الإدارة: ألغِ مفتاحًا لا يستخدمه أي برنامج.',
  },
  done: {
    en: 'Your management key is ready',
    fr: 'Votre clé de gestion est prête',
    ar: 'مفتاح الإدارة جاهز',
  },
  tryItHint: {
    en: 'This lists the keys of the account. The API documentation has the rest.',
    fr: 'Cet exemple liste les clés du compte. La documentation de l’API contient le reste.',
    ar: 'يعرض هذا المثال مفاتيح الحساب. وتجد الباقي في توثيق واجهة API.',
  },
} satisfies Record<string, Text>;
