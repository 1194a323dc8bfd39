/** Texts of a key's ledger, of credit that is moved by hand, and of a secret that is replaced. */
import type { EntryType } from '../../../../actors/money/ledger.js';
import type { Text } from './language.js';

export const LEDGER = {
  title: { en: 'Ledger', fr: 'Relevé', ar: 'سجل الحركات' },
  empty: { en: 'Nothing has moved yet', fr: 'Aucun mouvement', ar: 'لا حركات بعد' },
  emptyHint: {
    en: 'Credit, and every job and text that is paid for, appears here.',
    fr: 'Les crédits, chaque tâche et chaque texte payés apparaissent ici.',
    ar: 'يظهر هنا كل شحن للرصيد وكل مهمة أو نص مدفوع.',
  },
  when: { en: 'When', fr: 'Date', ar: 'التاريخ' },
  what: { en: 'Movement', fr: 'Mouvement', ar: 'الحركة' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  balance: { en: 'Balance after', fr: 'Solde après', ar: 'الرصيد بعدها' },
  reserved: { en: 'Held after', fr: 'Bloqué après', ar: 'المحجوز بعدها' },
  download: { en: 'Download CSV', fr: 'Télécharger en CSV', ar: 'تنزيل CSV' },
} satisfies Record<string, Text>;

/** Each kind of entry, by its name on disk. */
export const MOVEMENTS: Readonly<Record<EntryType, Text>> = {
  credit: { en: 'Credit', fr: 'Crédit', ar: 'شحن رصيد' },
  reserve: { en: 'Held for a job', fr: 'Bloqué pour une tâche', ar: 'حجز لمهمة' },
  charge: { en: 'Charged for a job', fr: 'Facturé pour une tâche', ar: 'تكلفة مهمة' },
  release: { en: 'Given back', fr: 'Restitué', ar: 'إعادة إلى الرصيد' },
  debit: { en: 'Taken back', fr: 'Débit', ar: 'خصم من الرصيد' },
  transfer_out: { en: 'Moved to another key', fr: 'Transféré vers une autre clé', ar: 'تحويل إلى مفتاح آخر' },
  transfer_in: { en: 'Received from another key', fr: 'Reçu d’une autre clé', ar: 'تحويل من مفتاح آخر' },
};

/** Those of a text that was written, in the place of the ones for a job. */
export const TEXT_MOVEMENTS: Readonly<Record<EntryType, Text>> = {
  ...MOVEMENTS,
  reserve: { en: 'Held for a text', fr: 'Bloqué pour un texte', ar: 'حجز لنص' },
  charge: { en: 'Charged for a text', fr: 'Facturé pour un texte', ar: 'تكلفة نص' },
};

export const MOVE = {
  key: { en: 'Key', fr: 'Clé', ar: 'المفتاح' },
  to: { en: 'To key', fr: 'Vers la clé', ar: 'إلى المفتاح' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  amountHint: {
    en: 'With a point before decimals, such as 250 or 12.5.',
    fr: 'Avec un point avant les décimales, par exemple 250 ou 12.5.',
    ar: 'مع نقطة قبل الكسور، مثل 250 أو 12.5.',
  },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  referenceHint: {
    en: 'Your own, such as an invoice. Sent twice with the same reference, it moves once.',
    fr: 'La vôtre, par exemple une facture. Envoyé deux fois avec la même référence, un seul mouvement a lieu.',
    ar: 'مرجع من عندك، مثل رقم فاتورة. إن أُرسل مرتين بالمرجع نفسه تحرّك المبلغ مرة واحدة.',
  },
  noOther: { en: 'There is no other key', fr: 'Il n’y a pas d’autre clé', ar: 'لا يوجد مفتاح آخر' },
  noOtherHint: {
    en: 'Credit moves between active keys of one account: create another key first.',
    fr: 'Le crédit se transfère entre clés actives d’un même compte : créez d’abord une autre clé.',
    ar: 'يُحوَّل الرصيد بين المفاتيح المفعّلة في الحساب نفسه: أنشئ مفتاحًا آخر أولًا.',
  },
  from: { en: 'from', fr: 'de', ar: 'من' },
  toKey: { en: 'to', fr: 'vers', ar: 'إلى' },
} satisfies Record<string, Text>;

export const MOVE_WRONG = {
  to: {
    en: 'Choose an active key of this account.',
    fr: 'Choisissez une clé active de ce compte.',
    ar: 'اختر مفتاحًا مفعّلًا من هذا الحساب.',
  },
  amount: {
    en: 'An amount above 0 with at most six decimals.',
    fr: 'Un montant supérieur à 0, avec six décimales au plus.',
    ar: 'مبلغ أكبر من 0 بست منازل عشرية على الأكثر.',
  },
  tooMuch: {
    en: 'A key receives at most 1,000,000,000 DA in its life: send less.',
    fr: 'Une clé reçoit au plus 1 000 000 000 DA dans sa vie : envoyez moins.',
    ar: 'لا يتلقى المفتاح في حياته أكثر من 1.000.000.000 د.ج: أرسل أقل.',
  },
  insufficient: {
    en: 'This is more than the balance of the key.',
    fr: 'C’est plus que le solde de la clé.',
    ar: 'هذا أكثر من رصيد المفتاح.',
  },
  reference: {
    en: 'A text of 1 to 200 characters that does not begin with chargily:, simulated: or import:.',
    fr: 'Un texte de 1 à 200 caractères qui ne commence pas par chargily:, simulated: ou import:.',
    ar: 'نص من 1 إلى 200 حرف لا يبدأ بـ chargily: أو simulated: أو import:.',
  },
  reused: {
    en: 'This reference was used for another movement: choose a new one.',
    fr: 'Cette référence a servi à un autre mouvement : choisissez-en une nouvelle.',
    ar: 'استُخدم هذا المرجع لحركة أخرى: اختر مرجعًا جديدًا.',
  },
} satisfies Record<string, Text>;

export const MOVE_TITLES = {
  transfer: { en: 'Move credit', fr: 'Transférer du crédit', ar: 'تحويل رصيد' },
  credit: { en: 'Add credit', fr: 'Créditer', ar: 'شحن رصيد' },
  debit: { en: 'Take credit back', fr: 'Reprendre du crédit', ar: 'خصم رصيد' },
} satisfies Record<string, Text>;

export const MOVE_LEADS = {
  transfer: {
    en: 'From this key to another one of the same account.',
    fr: 'De cette clé vers une autre du même compte.',
    ar: 'من هذا المفتاح إلى آخر في الحساب نفسه.',
  },
  credit: {
    en: 'For a payment that reached you elsewhere, such as cash or a bank transfer.',
    fr: 'Pour un paiement reçu ailleurs, par exemple en espèces ou par virement.',
    ar: 'لدفعة وصلتك من خارج البوابة، نقدًا أو بتحويل بنكي مثلًا.',
  },
  debit: {
    en: 'For a refund that you made elsewhere: at most the balance.',
    fr: 'Pour un remboursement fait ailleurs : au plus le solde.',
    ar: 'لمبلغ أعدتَه خارج البوابة: بقدر الرصيد على الأكثر.',
  },
} satisfies Record<string, Text>;

export const MOVE_SUBMITS = {
  transfer: { en: 'Move it', fr: 'Transférer', ar: 'تحويل' },
  credit: { en: 'Add it', fr: 'Créditer', ar: 'شحن' },
  debit: { en: 'Take it back', fr: 'Reprendre', ar: 'خصم' },
} satisfies Record<string, Text>;

export const MOVE_DONE = {
  transfer: { en: 'The credit has moved.', fr: 'Le crédit est transféré.', ar: 'تم تحويل الرصيد.' },
  credit: { en: 'The key is credited.', fr: 'La clé est créditée.', ar: 'شُحن المفتاح.' },
  debit: { en: 'The credit is taken back.', fr: 'Le crédit est repris.', ar: 'خُصم الرصيد.' },
} satisfies Record<string, Text>;

export const ROTATE = {
  title: { en: 'Replace the secret', fr: 'Remplacer le secret', ar: 'استبدال الرمز السري' },
  lead: {
    en: 'The key gets a new secret, shown once. Limit, balance and jobs stay.',
    fr: 'La clé reçoit un nouveau secret, affiché une fois. Limite, solde et tâches restent.',
    ar: 'يحصل المفتاح على رمز سري جديد يُعرض مرة واحدة. يبقى الحدّ والرصيد والمهام.',
  },
  grace: {
    en: 'The secret of before stops working',
    fr: 'L’ancien secret cesse de fonctionner',
    ar: 'يتوقف الرمز السابق',
  },
  atOnce: { en: 'At once', fr: 'Tout de suite', ar: 'فورًا' },
  atOnceHint: {
    en: 'If it has leaked. It ends every earlier secret, too.',
    fr: 'S’il a fuité. Tous les secrets antérieurs prennent fin aussi.',
    ar: 'إذا تسرّب. تتوقف معه كل الرموز الأقدم.',
  },
  hour: { en: 'In 1 hour', fr: 'Dans 1 heure', ar: 'بعد ساعة' },
  hourHint: {
    en: 'Time to change it in a program or two.',
    fr: 'Le temps de le changer dans un ou deux programmes.',
    ar: 'وقت يكفي لتغييره في برنامج أو اثنين.',
  },
  day: { en: 'In 24 hours', fr: 'Dans 24 heures', ar: 'بعد 24 ساعة' },
  dayHint: {
    en: 'Time to change it wherever it is used.',
    fr: 'Le temps de le changer partout où il est utilisé.',
    ar: 'وقت يكفي لتغييره حيثما يُستخدم.',
  },
  done: { en: 'The new secret is ready', fr: 'Le nouveau secret est prêt', ar: 'الرمز السري الجديد جاهز' },
  gone: {
    en: 'The secret was replaced already, and has been shown',
    fr: 'Le secret a déjà été remplacé et affiché',
    ar: 'استُبدل الرمز السري من قبل وعُرض',
  },
  goneHint: {
    en: 'The page was sent a second time; nothing was replaced now. If you did not copy the secret, replace it again.',
    fr: 'La page a été envoyée deux fois ; rien n’a été remplacé. Si vous n’avez pas copié le secret, remplacez-le à nouveau.',
    ar: 'أُرسلت الصفحة مرة ثانية ولم يُستبدل شيء. إن لم تنسخ الرمز السري فاستبدله من جديد.',
  },
} satisfies Record<string, Text>;
