/** Texts of the operator's pages on accounts. */
import type { Text } from '../language.js';

export const ACCOUNTS = {
  title: { en: 'Accounts', fr: 'Comptes', ar: 'الحسابات' },
  lead: {
    en: 'The customers of this gateway. Each account has its keys, its people and its credit.',
    fr: 'Les clients de cette passerelle. Chaque compte a ses clés, ses personnes et son crédit.',
    ar: 'عملاء هذه البوابة. لكل حساب مفاتيحه وأشخاصه ورصيده.',
  },
  create: { en: 'Create an account', fr: 'Créer un compte', ar: 'إنشاء حساب' },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  nameHint: {
    en: 'Of the customer, such as a company.',
    fr: 'Du client, par exemple une entreprise.',
    ar: 'اسم العميل، مثل اسم شركة.',
  },
  nameWanted: {
    en: 'A name has 1 to 100 characters.',
    fr: 'Un nom compte de 1 à 100 caractères.',
    ar: 'يتكون الاسم من 1 إلى 100 حرف.',
  },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  verified: { en: 'Verified', fr: 'Vérifié', ar: 'موثَّق' },
  unverified: { en: 'Not verified', fr: 'Non vérifié', ar: 'غير موثَّق' },
  verifiedHint: {
    en: 'The account sets the limits of its keys by itself.',
    fr: 'Le compte fixe lui-même les limites de ses clés.',
    ar: 'يحدد الحساب حدود مفاتيحه بنفسه.',
  },
  unverifiedHint: {
    en: 'Its keys have the usual limit.',
    fr: 'Ses clés ont la limite habituelle.',
    ar: 'لمفاتيحه الحدّ المعتاد.',
  },
  keys: { en: 'Active keys', fr: 'Clés actives', ar: 'المفاتيح المفعّلة' },
  balance: { en: 'Balance', fr: 'Solde', ar: 'الرصيد' },
  created: { en: 'Created', fr: 'Créé le', ar: 'تاريخ الإنشاء' },
} satisfies Record<string, Text>;

export const ONE_ACCOUNT = {
  credited: { en: 'Came in', fr: 'Entrées', ar: 'الوارد' },
  verify: { en: 'Verify', fr: 'Vérifier', ar: 'توثيق' },
  unverify: { en: 'Take verification back', fr: 'Retirer la vérification', ar: 'سحب التوثيق' },
  invite: { en: 'Invite an owner', fr: 'Inviter un propriétaire', ar: 'دعوة مالك' },
  saved: { en: 'Saved.', fr: 'Enregistré.', ar: 'تم الحفظ.' },
  noKeys: { en: 'No keys yet', fr: 'Aucune clé pour l’instant', ar: 'لا مفاتيح بعد' },
  noKeysHint: {
    en: 'Its owner creates them, or you do. Credit goes to a key.',
    fr: 'Son propriétaire les crée, ou vous. Le crédit va à une clé.',
    ar: 'ينشئها مالكه أو تنشئها أنت. يُشحن الرصيد في مفتاح.',
  },
  credit: { en: 'Credit by hand', fr: 'Crédit manuel', ar: 'رصيد يدوي' },
  creditHint: {
    en: 'For money that reached you, or that you paid back, outside of this gateway.',
    fr: 'Pour de l’argent reçu ou remboursé en dehors de cette passerelle.',
    ar: 'لمال وصلك أو أعدتَه خارج هذه البوابة.',
  },
  allKeys: { en: 'All keys', fr: 'Toutes les clés', ar: 'كل المفاتيح' },
  allPeople: { en: 'All people', fr: 'Toutes les personnes', ar: 'كل الأشخاص' },
  noPeople: {
    en: 'Nobody may sign in to this account yet: invite its owner.',
    fr: 'Personne ne peut encore s’y connecter : invitez son propriétaire.',
    ar: 'لا يمكن لأحد الدخول إلى هذا الحساب بعد: ادعُ مالكه.',
  },
  orders: { en: 'Orders', fr: 'Commandes', ar: 'الطلبات' },
  audit: { en: 'Audit trail', fr: 'Journal d’audit', ar: 'سجل التدقيق' },
  rename: { en: 'Rename', fr: 'Renommer', ar: 'تغيير الاسم' },
  settings: { en: 'Settings', fr: 'Réglages', ar: 'الإعدادات' },
  done: { en: 'The account is ready', fr: 'Le compte est prêt', ar: 'الحساب جاهز' },
  managementKey: { en: 'Management key', fr: 'Clé de gestion', ar: 'مفتاح الإدارة' },
  managementKeyHint: {
    en: 'With it the customer’s own programs create keys and read what was spent. Copy it now: it is not shown again.',
    fr: 'Avec elle, les programmes du client créent des clés et lisent les dépenses. Copiez-la maintenant : elle ne sera plus affichée.',
    ar: 'به تنشئ برامج العميل المفاتيح وتقرأ المصروفات. انسخه الآن: لن يُعرض مرة أخرى.',
  },
  open: { en: 'Open the account', fr: 'Ouvrir le compte', ar: 'فتح الحساب' },
} satisfies Record<string, Text>;
