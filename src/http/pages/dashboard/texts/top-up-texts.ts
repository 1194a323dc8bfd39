/** Texts of the page that orders credit. */
import type { Text } from './language.js';

export const TOP_UP = {
  title: { en: 'Top up', fr: 'Recharger', ar: 'شحن الرصيد' },
  lead: {
    en: 'Buy credit for a key with a payment card.',
    fr: 'Achetez du crédit pour une clé avec une carte de paiement.',
    ar: 'اشترِ رصيدًا لأحد المفاتيح ببطاقة دفع.',
  },
  newOrder: { en: 'New order', fr: 'Nouvelle commande', ar: 'طلب جديد' },
  key: { en: 'Key to credit', fr: 'Clé à créditer', ar: 'المفتاح المراد شحنه' },
  balance: { en: 'balance', fr: 'solde', ar: 'الرصيد' },
  atMost: { en: 'takes at most', fr: 'accepte au plus', ar: 'يقبل على الأكثر' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  other: { en: 'Another amount', fr: 'Autre montant', ar: 'مبلغ آخر' },
  ownAmount: { en: 'In whole dinars', fr: 'En dinars entiers', ar: 'بالدينار دون كسور' },
  order: { en: 'Continue to payment', fr: 'Continuer vers le paiement', ar: 'المتابعة إلى الدفع' },
  amountWanted: {
    en: 'Choose a whole amount within these bounds.',
    fr: 'Choisissez un montant entier dans ces limites.',
    ar: 'اختر مبلغًا صحيحًا ضمن هذه الحدود.',
  },
  keyWanted: {
    en: 'This key cannot be credited any more. Choose another one.',
    fr: 'Cette clé ne peut plus être créditée. Choisissez-en une autre.',
    ar: 'لم يعد شحن هذا المفتاح ممكنًا. اختر مفتاحًا آخر.',
  },
  tooMany: {
    en: 'This key has too many unpaid orders. Pay one of them, or wait a week.',
    fr: 'Cette clé a trop de commandes impayées. Payez-en une ou attendez une semaine.',
    ar: 'لهذا المفتاح طلبات كثيرة غير مدفوعة. ادفع أحدها أو انتظر أسبوعًا.',
  },
  noRoom: {
    en: 'A key receives a limited amount in its life, unpaid orders included. This one still takes:',
    fr: 'Une clé reçoit un montant limité au cours de sa vie, commandes impayées comprises. Celle-ci accepte encore :',
    ar: 'يتلقى المفتاح مبلغًا محدودًا طوال عمره، بما في ذلك الطلبات غير المدفوعة. ما زال هذا المفتاح يقبل:',
  },
  used: {
    en: 'This form was sent before with something else in it. Nothing was ordered now: send it again if you want another order.',
    fr: 'Ce formulaire a déjà été envoyé avec un autre contenu. Rien n’a été commandé cette fois : renvoyez-le si vous voulez une autre commande.',
    ar: 'أُرسل هذا النموذج من قبل بمحتوى مختلف. لم يُطلب شيء الآن: أعد إرساله إن أردت طلبًا آخر.',
  },
  noKeys: {
    en: 'There is no key to credit yet',
    fr: 'Aucune clé à créditer pour l’instant',
    ar: 'لا يوجد مفتاح لشحنه بعد',
  },
  noKeysHint: {
    en: 'Credit belongs to a key. Create one, then come back.',
    fr: 'Le crédit appartient à une clé. Créez-en une, puis revenez.',
    ar: 'الرصيد يخص مفتاحًا. أنشئ واحدًا ثم عد إلى هنا.',
  },
  chooseFirst: {
    en: 'Find an account or a key above to order credit for it.',
    fr: 'Cherchez ci-dessus un compte ou une clé pour commander du crédit.',
    ar: 'ابحث أعلاه عن حساب أو مفتاح لطلب رصيد له.',
  },
  noKeysOfOthers: {
    en: 'This account has no key that can be credited.',
    fr: 'Ce compte n’a aucune clé qui puisse être créditée.',
    ar: 'ليس في هذا الحساب مفتاح يمكن شحنه.',
  },
  membersRead: {
    en: 'An owner of the account orders credit. You see the orders here.',
    fr: 'C’est un propriétaire du compte qui commande du crédit. Vous voyez ici les commandes.',
    ar: 'مالك الحساب هو من يطلب الرصيد. وترى أنت الطلبات هنا.',
  },
  none: {
    en: 'No payments are taken here',
    fr: 'Aucun paiement n’est accepté ici',
    ar: 'لا تُقبل المدفوعات هنا',
  },
  noneHint: {
    en: 'Ask the operator of this gateway to credit your key, and tell the id of the key.',
    fr: 'Demandez à l’opérateur de cette passerelle de créditer votre clé, en indiquant son identifiant.',
    ar: 'اطلب من مشغّل هذه البوابة شحن مفتاحك، واذكر معرّف المفتاح.',
  },
  noneForOperators: {
    en: 'To take payments, add a section “payments” to the configuration and reload it; docs/payments.md tells more. Until then, add credit by hand.',
    fr: 'Pour accepter des paiements, ajoutez une section « payments » à la configuration et rechargez-la (voir docs/payments.md). D’ici là, ajoutez le crédit à la main.',
    ar: 'لقبول المدفوعات، أضف قسم «payments» إلى الإعدادات وأعد تحميلها (راجع docs/payments.md). وحتى ذلك الحين أضف الرصيد يدويًا.',
  },
  simulated: {
    en: 'Payments are simulated here: no card is charged, and the credit is marked as simulated.',
    fr: 'Les paiements sont simulés ici : aucune carte n’est débitée et le crédit est marqué comme simulé.',
    ar: 'المدفوعات هنا محاكاة: لا تُخصم أي بطاقة، ويُعلَّم الرصيد بأنه محاكاة.',
  },
  test: {
    en: 'The payment service is in test mode: no card is charged, and the credit is marked as a test.',
    fr: 'Le service de paiement est en mode test : aucune carte n’est débitée et le crédit est marqué comme test.',
    ar: 'خدمة الدفع في وضع الاختبار: لا تُخصم أي بطاقة، ويُعلَّم الرصيد بأنه اختبار.',
  },
} satisfies Record<string, Text>;

/** Of the list of orders, and of its filter for operators. */
export const ORDERS = {
  title: { en: 'Orders', fr: 'Commandes', ar: 'الطلبات' },
  order: { en: 'Order', fr: 'Commande', ar: 'الطلب' },
  date: { en: 'Date', fr: 'Date', ar: 'التاريخ' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  key: { en: 'Key', fr: 'Clé', ar: 'المفتاح' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  empty: { en: 'No orders yet', fr: 'Aucune commande pour l’instant', ar: 'لا طلبات بعد' },
  emptyHint: {
    en: 'Each order appears here with its state, from the first minute on.',
    fr: 'Chaque commande apparaît ici avec son état, dès la première minute.',
    ar: 'يظهر هنا كل طلب مع حالته منذ اللحظة الأولى.',
  },
  find: { en: 'Account or key', fr: 'Compte ou clé', ar: 'حساب أو مفتاح' },
  findHint: {
    en: 'Its id: acct_… or key_…',
    fr: 'Son identifiant : acct_… ou key_…',
    ar: 'المعرّف: acct_… أو key_…',
  },
  show: { en: 'Show', fr: 'Afficher', ar: 'عرض' },
  all: { en: 'All accounts', fr: 'Tous les comptes', ar: 'كل الحسابات' },
  unknown: {
    en: 'There is no such account or key.',
    fr: 'Ce compte ou cette clé n’existe pas.',
    ar: 'لا يوجد حساب أو مفتاح كهذا.',
  },
  setAside: { en: 'Set aside', fr: 'Mis de côté', ar: 'معلّق للمراجعة' },
  setAsideLead: {
    en: 'The payment service told something that does not go with these orders. Nothing was credited for them.',
    fr: 'Le service de paiement a indiqué quelque chose qui ne correspond pas à ces commandes. Rien n’a été crédité.',
    ar: 'أفادت خدمة الدفع بما لا يطابق هذه الطلبات، فلم يُضف أي رصيد مقابلها.',
  },
  allSetAside: {
    en: 'All that are set aside',
    fr: 'Tout ce qui est mis de côté',
    ar: 'كل المعلّق للمراجعة',
  },
  noneSetAside: {
    en: 'No order is set aside.',
    fr: 'Aucune commande n’est mise de côté.',
    ar: 'لا طلبات معلّقة للمراجعة.',
  },
  differs: { en: 'Difference', fr: 'Différence', ar: 'الاختلاف' },
} satisfies Record<string, Text>;
