/** Texts of the pages on jobs. */
import type { FailureSlug } from '../../../../providers/provider.js';
import type { Text } from './language.js';

export const JOBS = {
  title: { en: 'Jobs', fr: 'Tâches', ar: 'المهام' },
  lead: {
    en: 'Each job makes one video. It holds its price until it ends, and is charged for what was made.',
    fr: 'Chaque tâche produit une vidéo. Elle bloque son prix jusqu’à sa fin et n’est facturée que pour ce qui a été produit.',
    ar: 'كل مهمة تنتج فيديو واحدًا. تحجز سعرها حتى تنتهي ولا يُخصم إلا ثمن ما أُنتج.',
  },
  create: { en: 'New job', fr: 'Nouvelle tâche', ar: 'مهمة جديدة' },
  none: { en: 'No jobs yet', fr: 'Aucune tâche pour l’instant', ar: 'لا مهام بعد' },
  noneHint: {
    en: 'Submit one from a form here, or from your program with a key.',
    fr: 'Lancez-en une depuis un formulaire ici, ou depuis votre programme avec une clé.',
    ar: 'أرسل واحدة من النموذج هنا، أو من برنامجك بمفتاح.',
  },
  noneSo: { en: 'No job is like that', fr: 'Aucune tâche ne correspond', ar: 'لا توجد مهمة مطابقة' },
  noneSoHint: {
    en: 'Choose other filters, or look at older jobs.',
    fr: 'Choisissez d’autres filtres ou regardez les tâches plus anciennes.',
    ar: 'اختر مرشحات أخرى أو انظر إلى المهام الأقدم.',
  },
  fewKeys: {
    en: 'The list holds jobs of the newest keys of the account. Choose a key to see those of another one.',
    fr: 'La liste contient les tâches des clés les plus récentes du compte. Choisissez une clé pour voir celles d’une autre.',
    ar: 'تعرض القائمة مهام أحدث مفاتيح الحساب. اختر مفتاحًا لعرض مهام غيره.',
  },
  job: { en: 'Job', fr: 'Tâche', ar: 'المهمة' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  model: { en: 'Model', fr: 'Modèle', ar: 'النموذج' },
  key: { en: 'Key', fr: 'Clé', ar: 'المفتاح' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  price: { en: 'Price', fr: 'Prix', ar: 'السعر' },
  submitted: { en: 'Submitted', fr: 'Lancée le', ar: 'تاريخ الإرسال' },
  all: { en: 'All', fr: 'Tous', ar: 'الكل' },
  filter: { en: 'Filter', fr: 'Filtrer', ar: 'تصفية' },
  filters: { en: 'Filters', fr: 'Filtres', ar: 'المرشحات' },
  seconds: { en: 's', fr: 's', ar: 'ث' },
  noPrompt: { en: 'Without a prompt', fr: 'Sans description', ar: 'بلا وصف' },
} satisfies Record<string, Text>;

export const JOB_STATES = {
  pending: { en: 'Waiting', fr: 'En attente', ar: 'قيد الانتظار' },
  in_progress: { en: 'In progress', fr: 'En cours', ar: 'قيد التنفيذ' },
  completed: { en: 'Completed', fr: 'Terminée', ar: 'مكتملة' },
  failed: { en: 'Failed', fr: 'Échouée', ar: 'فاشلة' },
} satisfies Record<string, Text>;

export const ONE_JOB = {
  course: { en: 'Course', fr: 'Déroulement', ar: 'المسار' },
  video: { en: 'Video', fr: 'Vidéo', ar: 'الفيديو' },
  prompt: { en: 'Prompt', fr: 'Description', ar: 'الوصف' },
  hidden: {
    en: 'Only the people of the account see the prompt and the video.',
    fr: 'Seules les personnes du compte voient la description et la vidéo.',
    ar: 'لا يرى الوصفَ والفيديو إلا أشخاص الحساب.',
  },
  parameters: { en: 'Other parameters', fr: 'Autres paramètres', ar: 'معلمات أخرى' },
  cut: { en: 'Cut here: it is longer.', fr: 'Coupé ici : la suite est longue.', ar: 'مقتطع هنا لطوله.' },
  asked: { en: 'Length asked for', fr: 'Durée demandée', ar: 'المدة المطلوبة' },
  made: { en: 'Length made', fr: 'Durée produite', ar: 'المدة المنتجة' },
  pricePerSecond: { en: 'Price per second', fr: 'Prix par seconde', ar: 'السعر للثانية' },
  reserved: { en: 'Reserved', fr: 'Bloqué', ar: 'محجوز' },
  charged: { en: 'Charged', fr: 'Facturé', ar: 'مخصوم' },
  released: { en: 'Released', fr: 'Libéré', ar: 'مُعاد' },
  accepted: { en: 'Accepted', fr: 'Acceptée', ar: 'قُبلت' },
  waits: {
    en: 'Waits for its turn at the provider',
    fr: 'Attend son tour chez le fournisseur',
    ar: 'تنتظر دورها لدى المزوّد',
  },
  submitting: { en: 'Being submitted', fr: 'Transmission', ar: 'جارٍ الإرسال' },
  finding: {
    en: 'Being looked for at the provider',
    fr: 'Recherche chez le fournisseur',
    ar: 'جارٍ البحث عنها لدى المزوّد',
  },
  notSubmitted: { en: 'Not submitted', fr: 'Non transmise', ar: 'لم تُرسل' },
  atProvider: { en: 'Submitted', fr: 'Transmise', ar: 'أُرسلت' },
  queued: {
    en: 'In the provider’s queue',
    fr: 'Dans la file du fournisseur',
    ar: 'في طابور المزوّد',
  },
  running: { en: 'Being made', fr: 'En production', ar: 'جارٍ الإنتاج' },
  ran: { en: 'Made', fr: 'Produite', ar: 'أُنتجت' },
  lastCall: {
    en: 'Asked about a last time',
    fr: 'Dernière demande de nouvelles',
    ar: 'سؤال أخير عن حالتها',
  },
  reading: { en: 'The video is being fetched', fr: 'Récupération de la vidéo', ar: 'جارٍ جلب الفيديو' },
  ends: { en: 'Ends', fr: 'Fin', ar: 'النهاية' },
  atTheLatest: { en: 'at the latest:', fr: 'au plus tard :', ar: 'على أبعد تقدير:' },
  settled: { en: 'Settled', fr: 'Réglée', ar: 'سُوّيت' },
  attempts: { en: 'Attempts:', fr: 'Tentatives :', ar: 'المحاولات:' },
  lastTrouble: { en: 'Last trouble:', fr: 'Dernier incident :', ar: 'آخر مشكلة:' },
  download: { en: 'Download', fr: 'Télécharger', ar: 'تنزيل' },
  expired: {
    en: 'The video is no longer kept. Submit the job again to have it made anew.',
    fr: 'La vidéo n’est plus conservée. Relancez la tâche pour la produire à nouveau.',
    ar: 'لم يعد الفيديو محفوظًا. أرسل المهمة مجددًا لإنتاجه من جديد.',
  },
  keptHere: {
    en: 'The gateway keeps this video as long as the job, unless it has to make room.',
    fr: 'La passerelle conserve cette vidéo aussi longtemps que la tâche, sauf si la place vient à manquer.',
    ar: 'تحتفظ البوابة بهذا الفيديو ما دامت المهمة محفوظة، إلا إذا ضاقت المساحة.',
  },
  keptThere: {
    en: 'The provider keeps this video, and for how long is up to it: download what you need.',
    fr: 'Le fournisseur conserve cette vidéo, aussi longtemps qu’il le souhaite : téléchargez ce dont vous avez besoin.',
    ar: 'يحتفظ المزوّد بهذا الفيديو للمدة التي يقررها: نزّل ما تحتاج إليه.',
  },
  notPlayed: {
    en: 'If nothing plays, the video may no longer be kept.',
    fr: 'Si rien ne se lit, la vidéo n’est peut-être plus conservée.',
    ar: 'إن لم يُعرض شيء فقد لا يكون الفيديو محفوظًا بعد.',
  },
  fail: { en: 'End this job…', fr: 'Mettre fin à la tâche…', ar: 'إنهاء المهمة…' },
  failHint: {
    en: 'The job fails, its reservation is released and nothing is charged. Its owner reads the reason.',
    fr: 'La tâche échoue, sa réserve est libérée et rien n’est facturé. Son propriétaire lit la raison.',
    ar: 'تفشل المهمة ويُعاد المبلغ المحجوز ولا يُخصم شيء. ويقرأ صاحبها السبب.',
  },
  failNow: { en: 'End it as failed', fr: 'La faire échouer', ar: 'إنهاؤها كفاشلة' },
  reason: { en: 'Reason', fr: 'Raison', ar: 'السبب' },
  reasonWanted: {
    en: 'A reason has 1 to 300 characters.',
    fr: 'Une raison compte de 1 à 300 caractères.',
    ar: 'يتكون السبب من 1 إلى 300 حرف.',
  },
  again: { en: 'Submit it again', fr: 'La relancer', ar: 'إرسالها مجددًا' },
} satisfies Record<string, Text>;

/** The reasons of failures in words. */
export const FAILURES: Readonly<Record<FailureSlug, Text>> = {
  content_rejected: {
    en: 'The provider refuses to make this: change the prompt.',
    fr: 'Le fournisseur refuse de produire ce contenu : modifiez la description.',
    ar: 'يرفض المزوّد إنتاج هذا المحتوى: غيّر الوصف.',
  },
  invalid_input: {
    en: 'The provider cannot make this as it was asked for.',
    fr: 'Le fournisseur ne peut pas produire cela tel que demandé.',
    ar: 'لا يستطيع المزوّد إنتاج هذا كما طُلب.',
  },
  provider_error: {
    en: 'Something went wrong at the provider.',
    fr: 'Un incident s’est produit chez le fournisseur.',
    ar: 'حدث خطأ لدى المزوّد.',
  },
  provider_unavailable: {
    en: 'The provider could not be reached, or had no room.',
    fr: 'Le fournisseur était injoignable ou complet.',
    ar: 'تعذّر الوصول إلى المزوّد أو لم يكن لديه متسع.',
  },
  provider_timeout: {
    en: 'The provider took too long.',
    fr: 'Le fournisseur a mis trop de temps.',
    ar: 'استغرق المزوّد وقتًا أطول من اللازم.',
  },
  provider_rejected: {
    en: 'The provider did not take the job.',
    fr: 'Le fournisseur n’a pas accepté la tâche.',
    ar: 'لم يقبل المزوّد المهمة.',
  },
  result_unavailable: {
    en: 'The video was made, but it could not be fetched.',
    fr: 'La vidéo a été produite mais n’a pas pu être récupérée.',
    ar: 'أُنتج الفيديو لكن تعذّر جلبه.',
  },
  outcome_unknown: {
    en: 'Nobody can tell whether the provider took the job.',
    fr: 'Impossible de savoir si le fournisseur a accepté la tâche.',
    ar: 'لا يمكن معرفة ما إذا كان المزوّد قد قبل المهمة.',
  },
  expired: {
    en: 'It was not finished in time, or an operator ended it.',
    fr: 'Elle n’a pas abouti à temps, ou un opérateur y a mis fin.',
    ar: 'لم تكتمل في الوقت المحدد، أو أنهاها أحد المشغّلين.',
  },
};
