/** Texts of one order. */
import type { OrderStatus } from '../../../../actors/orders/order-messages.js';
import type { Mismatch } from '../../../../machines/order-context.js';
import type { Text } from './language.js';

export const STATUSES: Readonly<Record<OrderStatus, Text>> = {
  made: { en: 'Being prepared', fr: 'En préparation', ar: 'قيد التحضير' },
  awaiting_payment: { en: 'To be paid', fr: 'À payer', ar: 'بانتظار الدفع' },
  paid: { en: 'Paid', fr: 'Payée', ar: 'مدفوع' },
  failed: { en: 'Failed', fr: 'Échouée', ar: 'فشل' },
  canceled: { en: 'Canceled', fr: 'Annulée', ar: 'ملغى' },
  expired: { en: 'Expired', fr: 'Expirée', ar: 'منتهٍ' },
};

/** The state of an order in words, and what follows from it. */
export const TOLD: Readonly<Record<OrderStatus, Text>> = {
  made: {
    en: 'The payment page is being prepared, which takes some seconds. This page shows it by itself.',
    fr: 'La page de paiement se prépare, ce qui prend quelques secondes. Cette page l’affichera d’elle-même.',
    ar: 'يجري تحضير صفحة الدفع، ويستغرق ذلك بضع ثوانٍ. ستظهر هنا تلقائيًا.',
  },
  awaiting_payment: {
    en: 'Pay on the page of the payment service, and come back. If you have paid already, this page shows it within a minute.',
    fr: 'Payez sur la page du service de paiement, puis revenez. Si vous avez déjà payé, cette page l’indique en moins d’une minute.',
    ar: 'ادفع في صفحة خدمة الدفع ثم عد إلى هنا. إن كنت قد دفعت بالفعل، فستعرض هذه الصفحة ذلك خلال دقيقة.',
  },
  paid: {
    en: 'The payment has arrived, and the credit is on the key.',
    fr: 'Le paiement est arrivé et le crédit est sur la clé.',
    ar: 'وصل الدفع وأُضيف الرصيد إلى المفتاح.',
  },
  failed: {
    en: 'The payment has failed, and nothing was credited. Try again, perhaps with another card.',
    fr: 'Le paiement a échoué et rien n’a été crédité. Réessayez, peut-être avec une autre carte.',
    ar: 'فشل الدفع ولم يُضف أي رصيد. حاول مجددًا، ربما ببطاقة أخرى.',
  },
  canceled: {
    en: 'The payment was canceled, and nothing was credited.',
    fr: 'Le paiement a été annulé et rien n’a été crédité.',
    ar: 'أُلغي الدفع ولم يُضف أي رصيد.',
  },
  expired: {
    en: 'The time to pay is over, and nothing was credited.',
    fr: 'Le délai de paiement est écoulé et rien n’a été crédité.',
    ar: 'انتهت مهلة الدفع ولم يُضف أي رصيد.',
  },
};

export const ONE_ORDER = {
  title: { en: 'Order', fr: 'Commande', ar: 'طلب' },
  made: { en: 'Ordered', fr: 'Commande passée', ar: 'تم الطلب' },
  ready: { en: 'Payment page ready', fr: 'Page de paiement prête', ar: 'صفحة الدفع جاهزة' },
  notReady: {
    en: 'No payment page',
    fr: 'Pas de page de paiement',
    ar: 'لا توجد صفحة دفع',
  },
  payment: { en: 'Payment', fr: 'Paiement', ar: 'الدفع' },
  credited: { en: 'Paid and credited', fr: 'Payée et créditée', ar: 'دُفع وأُضيف الرصيد' },
  pay: { en: 'Pay', fr: 'Payer', ar: 'ادفع' },
  progress: { en: 'Progress', fr: 'Suivi', ar: 'المسار' },
  lookingUp: {
    en: 'Looking up the payment',
    fr: 'Vérification du paiement',
    ar: 'جارٍ التحقق من الدفع',
  },
  lookedUp: {
    en: 'The payment is being looked up. This page shows its result by itself.',
    fr: 'Le paiement est en cours de vérification. Cette page en affichera le résultat d’elle-même.',
    ar: 'يجري التحقق من الدفع. ستعرض هذه الصفحة النتيجة تلقائيًا.',
  },
  lookAgain: { en: 'Look again', fr: 'Vérifier à nouveau', ar: 'تحقّق مجددًا' },
  tryAgain: { en: 'Try again', fr: 'Réessayer', ar: 'حاول مجددًا' },
  tookAnyway: {
    en: 'If the money left your card nevertheless, it is found and credited: this order is looked up for a week.',
    fr: 'Si l’argent a tout de même quitté votre carte, il sera retrouvé et crédité : la commande est suivie une semaine.',
    ar: 'إن خُصم المبلغ من بطاقتك رغم ذلك، فسيُعثر عليه ويُضاف: يُتابَع هذا الطلب لمدة أسبوع.',
  },
  refused: {
    en: 'The payment service did not take the order. It says:',
    fr: 'Le service de paiement n’a pas accepté la commande. Il indique :',
    ar: 'لم تقبل خدمة الدفع الطلب. وتقول:',
  },
  ownersPay: {
    en: 'An owner of the account pays it.',
    fr: 'C’est un propriétaire du compte qui la paie.',
    ar: 'يدفعه مالك الحساب.',
  },
  setAside: {
    en: 'The payment service told something that does not go with this order, so nothing was credited. The operator of this gateway looks into it.',
    fr: 'Le service de paiement a indiqué quelque chose qui ne correspond pas à cette commande : rien n’a été crédité. L’opérateur de cette passerelle s’en occupe.',
    ar: 'أفادت خدمة الدفع بما لا يطابق هذا الطلب، فلم يُضف أي رصيد. يراجع مشغّل هذه البوابة الأمر.',
  },
  setAsideHint: {
    en: 'Compare the order with the records of the payment service, and credit the key by hand if it is due.',
    fr: 'Comparez la commande aux relevés du service de paiement et créditez la clé à la main si c’est dû.',
    ar: 'قارن الطلب بسجلات خدمة الدفع، وأضف الرصيد إلى المفتاح يدويًا إن كان مستحقًا.',
  },
  wasSetAside: {
    en: 'The payment service told something that does not go with this order, so nothing was credited. The operator of this gateway has dealt with it.',
    fr: 'Le service de paiement a indiqué quelque chose qui ne correspond pas à cette commande : rien n’a été crédité. L’opérateur de cette passerelle l’a traitée.',
    ar: 'أفادت خدمة الدفع بما لا يطابق هذا الطلب، فلم يُضف أي رصيد. عالج مشغّل هذه البوابة الأمر.',
  },
  note: { en: 'Note', fr: 'Note', ar: 'ملاحظة' },
  noteHint: {
    en: 'The outcome, such as “credited by hand, invoice 118”. It stays in the account’s audit trail, which its owners read.',
    fr: 'Ce qu’il en est, par exemple « créditée à la main, facture 118 ». Elle reste dans le journal d’audit du compte, que ses propriétaires lisent.',
    ar: 'ما انتهى إليه الأمر، مثل «شُحن يدويًا، فاتورة 118». تبقى في سجل تدقيق الحساب الذي يقرؤه مالكوه.',
  },
  noteWanted: {
    en: 'A note has 1 to 500 characters.',
    fr: 'Une note compte de 1 à 500 caractères.',
    ar: 'تتكون الملاحظة من 1 إلى 500 حرف.',
  },
  noteOutdated: {
    en: 'The payment service has told something else meanwhile: look at it first.',
    fr: 'Le service de paiement a indiqué autre chose entre-temps : examinez-le d’abord.',
    ar: 'أفادت خدمة الدفع بشيء آخر في هذه الأثناء: راجعه أولًا.',
  },
  dismiss: { en: 'Dealt with', fr: 'Marquer comme traitée', ar: 'تمت المعالجة' },
  dismissed: { en: 'Dealt with', fr: 'Traitée', ar: 'تمت المعالجة' },
  simulated: { en: 'Simulated', fr: 'Simulé', ar: 'محاكاة' },
  test: { en: 'Test mode', fr: 'Mode test', ar: 'وضع الاختبار' },
  noMoney: {
    en: 'No money moves.',
    fr: 'Aucun argent n’est transféré.',
    ar: 'لا تنتقل أي أموال.',
  },
  signIn: {
    en: 'Sign in to see the order',
    fr: 'Se connecter pour voir la commande',
    ar: 'سجّل الدخول لرؤية الطلب',
  },
} satisfies Record<string, Text>;

export const RECEIPT = {
  title: { en: 'Receipt', fr: 'Reçu', ar: 'إيصال' },
  order: { en: 'Order', fr: 'Commande', ar: 'الطلب' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  key: { en: 'Key', fr: 'Clé', ar: 'المفتاح' },
  paidAt: { en: 'Paid', fr: 'Payée le', ar: 'تاريخ الدفع' },
  service: { en: 'Payment service', fr: 'Service de paiement', ar: 'خدمة الدفع' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  entry: { en: 'Entry in the ledger', fr: 'Ligne du relevé', ar: 'رقم الحركة في السجل' },
  balance: { en: 'Balance after', fr: 'Solde après', ar: 'الرصيد بعدها' },
  openKey: { en: 'Open the key', fr: 'Ouvrir la clé', ar: 'فتح المفتاح' },
} satisfies Record<string, Text>;

/** Each by its name on disk. */
export const DIFFERENCES: Readonly<Record<Mismatch['kind'], Text>> = {
  unknown_checkout: {
    en: 'The payment service does not know the payment',
    fr: 'Le service de paiement ne connaît pas ce paiement',
    ar: 'خدمة الدفع لا تعرف هذه العملية',
  },
  checkout: { en: 'Another payment', fr: 'Un autre paiement', ar: 'عملية دفع أخرى' },
  amount: { en: 'Another amount', fr: 'Un autre montant', ar: 'مبلغ مختلف' },
  currency: { en: 'Another currency', fr: 'Une autre devise', ar: 'عملة مختلفة' },
  livemode: {
    en: 'Live and test mode differ',
    fr: 'Mode réel et mode test diffèrent',
    ar: 'اختلاف بين الوضع الحقيقي ووضع الاختبار',
  },
  unknown_status: { en: 'An unknown state', fr: 'Un état inconnu', ar: 'حالة غير معروفة' },
  no_room: {
    en: 'Paid, and the key may receive no more',
    fr: 'Payée, mais la clé ne peut plus rien recevoir',
    ar: 'مدفوع، لكن المفتاح لا يمكنه تلقي المزيد',
  },
  reference: {
    en: 'Its reference stands for another movement',
    fr: 'Sa référence désigne un autre mouvement',
    ar: 'مرجعه يخص حركة أخرى',
  },
};
