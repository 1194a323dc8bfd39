/** Texts of signing in and out, of invitations and of sessions. */
import type { Text } from './language.js';

export const SIGN_IN = {
  title: { en: 'Sign in', fr: 'Se connecter', ar: 'تسجيل الدخول' },
  name: { en: 'E-mail address', fr: 'Adresse e-mail', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', fr: 'Mot de passe', ar: 'كلمة المرور' },
  submit: { en: 'Sign in', fr: 'Se connecter', ar: 'تسجيل الدخول' },
  formLost: {
    en: 'Your session had ended, so the form was not sent. Sign in, and fill it in again.',
    fr: 'Votre session avait pris fin : le formulaire n’a pas été envoyé. Connectez-vous et remplissez-le à nouveau.',
    ar: 'انتهت جلستك فلم يُرسَل النموذج. سجّل الدخول واملأه من جديد.',
  },
  wrong: {
    en: 'Address or password is wrong.',
    fr: 'Adresse ou mot de passe incorrect.',
    ar: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  },
  tooMany: {
    en: 'Too many attempts. Wait a minute, then try again.',
    fr: 'Trop de tentatives. Patientez une minute, puis réessayez.',
    ar: 'محاولات كثيرة جدًا. انتظر دقيقة ثم حاول مجددًا.',
  },
  busy: {
    en: 'The gateway is busy. Try again in a few seconds.',
    fr: 'La passerelle est occupée. Réessayez dans quelques secondes.',
    ar: 'البوابة مشغولة. حاول مجددًا بعد بضع ثوانٍ.',
  },
  insecure: {
    en: 'You cannot sign in over this connection: it is not encrypted, and others could read your password. Open this page over HTTPS, or on the gateway’s own machine.',
    fr: 'Connexion impossible par cette liaison : elle n’est pas chiffrée et votre mot de passe pourrait être lu. Ouvrez cette page en HTTPS, ou sur la machine de la passerelle.',
    ar: 'لا يمكن تسجيل الدخول عبر هذا الاتصال: فهو غير مشفَّر وقد يطّلع غيرك على كلمة مرورك. افتح هذه الصفحة عبر HTTPS أو على جهاز البوابة نفسه.',
  },
  forgotten: { en: 'Forgot your password?', fr: 'Mot de passe oublié ?', ar: 'هل نسيت كلمة المرور؟' },
  signUp: { en: 'Create an account', fr: 'Créer un compte', ar: 'إنشاء حساب' },
  forgottenHint: {
    en: 'An owner of your account, or the operator of this gateway, can send you a new invitation.',
    fr: 'Un propriétaire de votre compte, ou l’opérateur de cette passerelle, peut vous envoyer une nouvelle invitation.',
    ar: 'يمكن لمالك حسابك أو لمشغّل هذه البوابة أن يرسل إليك دعوة جديدة.',
  },
} satisfies Record<string, Text>;

export const INVITATION = {
  title: { en: 'Welcome', fr: 'Bienvenue', ar: 'أهلًا بك' },
  lead: {
    en: 'Choose a password, and you are in.',
    fr: 'Choisissez un mot de passe pour commencer.',
    ar: 'اختر كلمة مرور لتبدأ.',
  },
  password: { en: 'New password', fr: 'Nouveau mot de passe', ar: 'كلمة مرور جديدة' },
  passwordHint: {
    en: 'At least 10 characters; a few words are easy to keep.',
    fr: 'Au moins 10 caractères ; quelques mots se retiennent bien.',
    ar: '10 أحرف على الأقل؛ بضع كلمات يسهل تذكّرها.',
  },
  again: { en: 'The same again', fr: 'Encore une fois', ar: 'أعد كتابتها' },
  submit: { en: 'Set password and sign in', fr: 'Valider et se connecter', ar: 'حفظ وتسجيل الدخول' },
  length: {
    en: 'A password has 10 to 200 characters.',
    fr: 'Un mot de passe compte de 10 à 200 caractères.',
    ar: 'تتكون كلمة المرور من 10 إلى 200 حرف.',
  },
  differs: {
    en: 'The two are not the same.',
    fr: 'Les deux ne sont pas identiques.',
    ar: 'الكلمتان غير متطابقتين.',
  },
  over: {
    en: 'This invitation is no longer valid',
    fr: 'Cette invitation n’est plus valable',
    ar: 'لم تعد هذه الدعوة صالحة',
  },
  overHint: {
    en: 'An invitation works once, for 72 hours. If you have a password already, sign in; else ask for a new invitation.',
    fr: 'Une invitation sert une fois, pendant 72 heures. Si vous avez déjà un mot de passe, connectez-vous ; sinon, demandez une nouvelle invitation.',
    ar: 'تُستخدم الدعوة مرة واحدة خلال 72 ساعة. إن كانت لديك كلمة مرور فسجّل الدخول، وإلا فاطلب دعوة جديدة.',
  },
} satisfies Record<string, Text>;

export const SESSIONS = {
  title: { en: 'Sessions', fr: 'Sessions', ar: 'الجلسات' },
  lead: {
    en: 'The browsers that are signed in as you. A session ends after 12 hours without use, and after 30 days at the latest.',
    fr: 'Les navigateurs connectés à votre nom. Une session prend fin après 12 heures sans activité, et au plus tard après 30 jours.',
    ar: 'المتصفحات التي سُجِّل الدخول منها باسمك. تنتهي الجلسة بعد 12 ساعة دون استخدام، وبعد 30 يومًا على الأكثر.',
  },
  device: { en: 'Browser', fr: 'Navigateur', ar: 'المتصفح' },
  address: { en: 'Address', fr: 'Adresse', ar: 'العنوان' },
  since: { en: 'Signed in', fr: 'Connecté le', ar: 'تاريخ الدخول' },
  seen: { en: 'Last used', fr: 'Dernière activité', ar: 'آخر استخدام' },
  current: { en: 'This one', fr: 'Celle-ci', ar: 'هذه الجلسة' },
  end: { en: 'Sign out', fr: 'Déconnecter', ar: 'إنهاء' },
  endAll: { en: 'Sign out everywhere', fr: 'Se déconnecter partout', ar: 'تسجيل الخروج من كل الأجهزة' },
  unknown: { en: 'Unknown browser', fr: 'Navigateur inconnu', ar: 'متصفح غير معروف' },
} satisfies Record<string, Text>;
