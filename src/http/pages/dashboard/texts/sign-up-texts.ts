/** Texts of accounts that strangers make, and of forgotten passwords. */
import type { Text } from './language.js';

export const SIGN_UP = {
  title: { en: 'Create an account', fr: 'Créer un compte', ar: 'إنشاء حساب' },
  byMail: {
    en: 'We send you a link; with it you choose a password.',
    fr: 'Nous vous envoyons un lien pour choisir un mot de passe.',
    ar: 'سنرسل إليك رابطًا تختار به كلمة مرور.',
  },
  byPassword: {
    en: 'Choose a password, and sign in with it.',
    fr: 'Choisissez un mot de passe, puis connectez-vous.',
    ar: 'اختر كلمة مرور ثم سجّل الدخول بها.',
  },
  submitMail: { en: 'Send the link', fr: 'Envoyer le lien', ar: 'أرسل الرابط' },
  address: {
    en: 'This is no e-mail address.',
    fr: 'Ce n’est pas une adresse e-mail.',
    ar: 'هذا ليس بريدًا إلكترونيًا.',
  },
  tooMany: {
    en: 'Too many accounts were asked for today. Try again tomorrow, or ask the operator of this gateway.',
    fr: 'Trop de comptes ont été demandés aujourd’hui. Réessayez demain, ou adressez-vous à l’opérateur de cette passerelle.',
    ar: 'طُلبت حسابات كثيرة اليوم. حاول غدًا، أو تواصل مع مشغّل هذه البوابة.',
  },
  sent: { en: 'Look into your mailbox', fr: 'Consultez votre messagerie', ar: 'تفقّد بريدك' },
  sentHint: {
    en: 'A mail is on its way to you, with the next step. It may take a minute; look among unwanted mail, too.',
    fr: 'Un message vous parvient avec la suite. Il peut mettre une minute ; regardez aussi dans les indésirables.',
    ar: 'رسالة في طريقها إليك وفيها الخطوة التالية. قد تستغرق دقيقة؛ وتفقّد الرسائل غير المرغوبة أيضًا.',
  },
  made: { en: 'Now sign in', fr: 'Connectez-vous', ar: 'سجّل الدخول الآن' },
  madeHint: {
    en: 'If this address had no account, it has one now, with the password that you chose. If it had one, nothing has changed.',
    fr: 'Si cette adresse n’avait pas de compte, elle en a un, avec le mot de passe choisi. Si elle en avait un, rien n’a changé.',
    ar: 'إن لم يكن لهذا البريد حساب فقد صار له حساب بكلمة المرور التي اخترتها. وإن كان له حساب فلم يتغير شيء.',
  },
  over: {
    en: 'This link is no longer valid',
    fr: 'Ce lien n’est plus valable',
    ar: 'لم يعد هذا الرابط صالحًا',
  },
  overHint: {
    en: 'A link works once, for 72 hours. If you have a password already, sign in; else ask for a new link.',
    fr: 'Un lien sert une fois, pendant 72 heures. Si vous avez déjà un mot de passe, connectez-vous ; sinon, demandez un nouveau lien.',
    ar: 'يعمل الرابط مرة واحدة خلال 72 ساعة. إن كانت لديك كلمة مرور فسجّل الدخول، وإلا فاطلب رابطًا جديدًا.',
  },
} satisfies Record<string, Text>;

export const FORGOTTEN = {
  title: { en: 'New password', fr: 'Nouveau mot de passe', ar: 'كلمة مرور جديدة' },
  lead: {
    en: 'We send you a link; with it you set a new password.',
    fr: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    ar: 'سنرسل إليك رابطًا تضبط به كلمة مرور جديدة.',
  },
  sentHint: {
    en: 'If this address has an account, a link is on its way to it. It works once, for an hour.',
    fr: 'Si cette adresse a un compte, un lien lui parvient. Il sert une fois, pendant une heure.',
    ar: 'إن كان لهذا البريد حساب فهناك رابط في طريقه إليه. يعمل مرة واحدة خلال ساعة.',
  },
  resetLead: {
    en: 'With a new password you are signed out everywhere else.',
    fr: 'Avec un nouveau mot de passe, toutes vos autres sessions prennent fin.',
    ar: 'مع كلمة المرور الجديدة تنتهي كل جلساتك الأخرى.',
  },
} satisfies Record<string, Text>;
