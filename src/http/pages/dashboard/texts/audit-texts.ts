/** Texts of the audit trail. */
import type { Act } from '../../../../actors/audit/audit-trail.js';
import type { Text } from './language.js';

export const AUDIT = {
  title: { en: 'Audit trail', fr: 'Journal d’audit', ar: 'سجل التدقيق' },
  lead: {
    en: 'Who did what in this account, newest first. Entries are kept for ever and changed by nobody.',
    fr: 'Qui a fait quoi dans ce compte, du plus récent au plus ancien. Les entrées sont conservées et personne ne les modifie.',
    ar: 'من فعل ماذا في هذا الحساب، الأحدث أولًا. تُحفظ القيود دائمًا ولا يغيّرها أحد.',
  },
  none: { en: 'Nothing has happened yet', fr: 'Rien pour l’instant', ar: 'لم يحدث شيء بعد' },
  noneHint: {
    en: 'Sign-ins, keys, credit and changes of people appear here.',
    fr: 'Les connexions, les clés, le crédit et les changements de personnes apparaissent ici.',
    ar: 'يظهر هنا الدخول والمفاتيح والرصيد وتغييرات الأشخاص.',
  },
  what: { en: 'What', fr: 'Quoi', ar: 'ماذا' },
  who: { en: 'Who', fr: 'Qui', ar: 'من' },
  when: { en: 'When', fr: 'Quand', ar: 'متى' },
  address: { en: 'From address', fr: 'Depuis l’adresse', ar: 'من العنوان' },
  node: { en: 'The gateway', fr: 'La passerelle', ar: 'البوابة' },
  managementKey: { en: 'Management key', fr: 'Clé de gestion', ar: 'مفتاح إدارة' },
  formerUser: { en: 'Former user', fr: 'Ancien utilisateur', ar: 'مستخدم سابق' },
  to: { en: 'to', fr: 'vers', ar: 'إلى' },
  perMinute: { en: 'requests a minute', fr: 'requêtes par minute', ar: 'طلب في الدقيقة' },
  grace: {
    en: 'the secret of before works for so many seconds more:',
    fr: 'l’ancien secret fonctionne encore, en secondes :',
    ar: 'يعمل الرمز السابق بعدها، بالثواني:',
  },
} satisfies Record<string, Text>;

/** Each kind of act, by its name on disk. */
export const ACTS: Readonly<Record<Act, Text>> = {
  account_created: { en: 'Account created', fr: 'Compte créé', ar: 'إنشاء الحساب' },
  account_verified: { en: 'Account verified', fr: 'Compte vérifié', ar: 'التحقق من الحساب' },
  account_unverified: {
    en: 'Verification taken back',
    fr: 'Vérification retirée',
    ar: 'سحب التحقق من الحساب',
  },
  management_key_created: {
    en: 'Management key created',
    fr: 'Clé de gestion créée',
    ar: 'إنشاء مفتاح إدارة',
  },
  management_key_revoked: {
    en: 'Management key revoked',
    fr: 'Clé de gestion révoquée',
    ar: 'إلغاء مفتاح إدارة',
  },
  key_created: { en: 'Key created', fr: 'Clé créée', ar: 'إنشاء مفتاح' },
  key_limit_changed: { en: 'Limit changed', fr: 'Limite modifiée', ar: 'تغيير الحدّ' },
  key_revoked: { en: 'Key revoked', fr: 'Clé révoquée', ar: 'إلغاء مفتاح' },
  key_rotated: { en: 'Secret replaced', fr: 'Secret remplacé', ar: 'استبدال الرمز السري' },
  credit_added: { en: 'Credit added', fr: 'Crédit ajouté', ar: 'شحن رصيد' },
  credit_debited: { en: 'Credit taken back', fr: 'Crédit repris', ar: 'خصم رصيد' },
  credit_transferred: { en: 'Credit moved', fr: 'Crédit transféré', ar: 'تحويل رصيد' },
  order_made: { en: 'Top-up ordered', fr: 'Recharge commandée', ar: 'طلب شحن' },
  order_voided: { en: 'Simulated top-up voided', fr: 'Recharge simulée annulée', ar: 'إبطال شحن محاكى' },
  order_dismissed: {
    en: 'Top-up dealt with',
    fr: 'Recharge traitée',
    ar: 'معالجة طلب شحن',
  },
  job_ended: { en: 'Job ended by hand', fr: 'Tâche interrompue', ar: 'إنهاء مهمة يدويًا' },
  user_invited: { en: 'Person invited', fr: 'Personne invitée', ar: 'دعوة شخص' },
  invitation_withdrawn: { en: 'Invitation withdrawn', fr: 'Invitation retirée', ar: 'سحب دعوة' },
  user_joined: { en: 'Invitation accepted', fr: 'Invitation acceptée', ar: 'قبول دعوة' },
  signed_in: { en: 'Signed in', fr: 'Connexion', ar: 'تسجيل دخول' },
  password_changed: { en: 'Password changed', fr: 'Mot de passe changé', ar: 'تغيير كلمة المرور' },
  role_changed: { en: 'Role changed', fr: 'Rôle changé', ar: 'تغيير الدور' },
  grants_changed: {
    en: 'Granted keys changed',
    fr: 'Clés accordées modifiées',
    ar: 'تغيير المفاتيح الممنوحة',
  },
  user_removed: { en: 'Person removed', fr: 'Personne retirée', ar: 'إزالة شخص' },
};
