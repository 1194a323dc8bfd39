/** Texts of the pages on people: users, invitations, one's own password. */
import type { Role } from '../../../../actors/people/rights.js';
import type { Text } from './language.js';

export const PEOPLE = {
  title: { en: 'People', fr: 'Personnes', ar: 'الأشخاص' },
  lead: {
    en: 'Everybody who may sign in to this account.',
    fr: 'Toutes les personnes qui peuvent se connecter à ce compte.',
    ar: 'كل من يمكنه تسجيل الدخول إلى هذا الحساب.',
  },
  invite: { en: 'Invite a person', fr: 'Inviter une personne', ar: 'دعوة شخص' },
  audit: { en: 'Audit trail', fr: 'Journal d’audit', ar: 'سجل التدقيق' },
  name: { en: 'Person', fr: 'Personne', ar: 'الشخص' },
  role: { en: 'Role', fr: 'Rôle', ar: 'الدور' },
  seen: { en: 'Last seen', fr: 'Dernière activité', ar: 'آخر نشاط' },
  notSeen: { en: 'Signed out', fr: 'Déconnecté', ar: 'غير متصل' },
  you: { en: 'You', fr: 'Vous', ar: 'أنت' },
  none: { en: 'Nobody yet', fr: 'Personne pour l’instant', ar: 'لا أحد بعد' },
  noneHint: {
    en: 'Invite the first person: you get a link to hand over.',
    fr: 'Invitez la première personne : vous recevrez un lien à lui remettre.',
    ar: 'ادعُ أول شخص لتحصل على رابط تسلّمه إليه.',
  },
  invitations: { en: 'Open invitations', fr: 'Invitations en cours', ar: 'الدعوات المفتوحة' },
  expires: { en: 'Works until', fr: 'Valable jusqu’au', ar: 'صالحة حتى' },
  withdraw: { en: 'Withdraw', fr: 'Retirer', ar: 'سحب' },
  withdrawn: {
    en: 'The invitation is withdrawn: its link works no more.',
    fr: 'L’invitation est retirée : son lien ne fonctionne plus.',
    ar: 'سُحبت الدعوة ولم يعد رابطها يعمل.',
  },
  removed: {
    en: 'The person is removed, and signed out everywhere.',
    fr: 'La personne est retirée et déconnectée partout.',
    ar: 'أُزيل الشخص وسُجّل خروجه من كل الأجهزة.',
  },
} satisfies Record<string, Text>;

export const INVITE = {
  name: { en: 'E-mail address', fr: 'Adresse e-mail', ar: 'البريد الإلكتروني' },
  mailedNameHint: {
    en: 'The person signs in with it, and gets the link by mail.',
    fr: 'La personne se connecte avec, et y reçoit le lien par e-mail.',
    ar: 'يسجّل الشخص الدخول به، ويصله عليه الرابط.',
  },
  nameHint: {
    en: 'The person signs in with it. This gateway sends no mail: you get a link to hand over.',
    fr: 'La personne se connecte avec. Cette passerelle n’envoie pas d’e-mail : vous recevrez un lien à lui remettre.',
    ar: 'يسجّل الشخص الدخول به. لا ترسل هذه البوابة بريدًا: ستحصل على رابط تسلّمه إليه.',
  },
  nameWanted: {
    en: 'An e-mail address, such as amel@example.dz.',
    fr: 'Une adresse e-mail, par exemple amel@example.dz.',
    ar: 'عنوان بريد إلكتروني، مثل amel@example.dz.',
  },
  roleWanted: { en: 'Choose a role.', fr: 'Choisissez un rôle.', ar: 'اختر دورًا.' },
  notAllowed: {
    en: 'This person is an operator, whom operators alone invite.',
    fr: 'Cette personne est opérateur ; seul un opérateur peut l’inviter.',
    ar: 'هذا الشخص مشغّل، ولا يدعوه إلا مشغّل.',
  },
  tooMany: {
    en: 'The account has 1,000 open invitations: withdraw some first.',
    fr: 'Le compte a 1 000 invitations en cours : retirez-en d’abord.',
    ar: 'في الحساب 1.000 دعوة مفتوحة: اسحب بعضها أولًا.',
  },
  submit: { en: 'Make the link', fr: 'Créer le lien', ar: 'إنشاء الرابط' },
  submitMail: { en: 'Send the invitation', fr: 'Envoyer l’invitation', ar: 'إرسال الدعوة' },
  mailed: {
    en: 'The link is on its way to the person by mail. You may hand it over yourself, too.',
    fr: 'Le lien est envoyé à la personne par e-mail. Vous pouvez aussi le lui remettre vous-même.',
    ar: 'الرابط في طريقه إلى الشخص بالبريد الإلكتروني. ويمكنك أيضًا أن تسلّمه إليه بنفسك.',
  },
  done: { en: 'The invitation is ready', fr: 'L’invitation est prête', ar: 'الدعوة جاهزة' },
  before: {
    en: 'The invitation was made already, and its link has been shown',
    fr: 'L’invitation existe déjà et son lien a été affiché',
    ar: 'أُنشئت الدعوة من قبل وعُرض رابطها',
  },
  beforeHint: {
    en: 'The page was sent a second time; no other invitation was made now. If you did not copy the link, withdraw the invitation and make another one.',
    fr: 'La page a été envoyée deux fois ; aucune autre invitation n’a été créée. Si vous n’avez pas copié le lien, retirez l’invitation et créez-en une autre.',
    ar: 'أُرسلت الصفحة مرة ثانية ولم تُنشأ دعوة أخرى. إن لم تنسخ الرابط فاسحب الدعوة وأنشئ غيرها.',
  },
  link: { en: 'Link for', fr: 'Lien pour', ar: 'رابط لـ' },
  once: {
    en: 'Copy the link now: it is not shown again. It works once, for 72 hours. Give it to this person alone.',
    fr: 'Copiez le lien maintenant : il ne sera plus affiché. Il sert une fois, pendant 72 heures. Ne le donnez qu’à cette personne.',
    ar: 'انسخ الرابط الآن: لن يُعرض مرة أخرى. يعمل مرة واحدة خلال 72 ساعة. لا تسلّمه إلا إلى هذا الشخص.',
  },
  next: {
    en: 'The person opens it, sets a password, and is signed in.',
    fr: 'La personne l’ouvre, choisit un mot de passe et se trouve connectée.',
    ar: 'يفتحه الشخص ويختار كلمة مرور فيُسجَّل دخوله.',
  },
  back: { en: 'Back to people', fr: 'Retour aux personnes', ar: 'العودة إلى الأشخاص' },
} satisfies Record<string, Text>;

export const ROLE_HINTS: Readonly<Record<Role, Text>> = {
  member: {
    en: 'Sees keys, jobs and spending, and uses the keys that an owner grants.',
    fr: 'Voit les clés, les tâches et les dépenses, et utilise les clés qu’un propriétaire lui accorde.',
    ar: 'يرى المفاتيح والمهام والمصروفات، ويستخدم المفاتيح التي يمنحه إياها المالك.',
  },
  owner: {
    en: 'Has all of the account: keys, credit, people.',
    fr: 'Dispose de tout le compte : clés, crédit, personnes.',
    ar: 'يتحكم في الحساب كله: المفاتيح والرصيد والأشخاص.',
  },
  operator: {
    en: 'Has all of this gateway, every account of it.',
    fr: 'Dispose de toute la passerelle et de tous ses comptes.',
    ar: 'يتحكم في البوابة كلها وفي كل حساباتها.',
  },
};

export const PERSON = {
  joined: { en: 'Joined', fr: 'Membre depuis', ar: 'تاريخ الانضمام' },
  changeRole: { en: 'Change role', fr: 'Changer le rôle', ar: 'تغيير الدور' },
  saved: { en: 'Saved.', fr: 'Enregistré.', ar: 'تم الحفظ.' },
  lastOwner: {
    en: 'An account keeps one owner: make somebody else an owner first.',
    fr: 'Un compte garde un propriétaire : nommez-en d’abord un autre.',
    ar: 'يبقى لكل حساب مالك واحد على الأقل: عيّن مالكًا آخر أولًا.',
  },
  notAllowed: {
    en: 'Only an operator changes an operator.',
    fr: 'Seul un opérateur peut modifier un opérateur.',
    ar: 'لا يعدّل المشغّلَ إلا مشغّل.',
  },
  grants: { en: 'Keys of this person', fr: 'Clés de cette personne', ar: 'مفاتيح هذا الشخص' },
  grantsHint: {
    en: 'A member uses these keys on pages. Secrets stay hidden.',
    fr: 'Un membre utilise ces clés sur les pages. Les secrets restent cachés.',
    ar: 'يستخدم العضو هذه المفاتيح في الصفحات، وتبقى الرموز السرية مخفية.',
  },
  noGrants: {
    en: 'No key is granted to this person.',
    fr: 'Aucune clé n’est accordée à cette personne.',
    ar: 'لم يُمنح هذا الشخص أي مفتاح.',
  },
  noKeys: {
    en: 'The account has no keys to grant.',
    fr: 'Le compte n’a aucune clé à accorder.',
    ar: 'لا مفاتيح في الحساب لمنحها.',
  },
  forgotten: { en: 'Forgotten password', fr: 'Mot de passe oublié', ar: 'كلمة مرور منسية' },
  forgottenHint: {
    en: 'Make a new invitation and hand its link over: this gateway sends no mail. The link sets a new password and ends all sessions of the person.',
    fr: 'Créez une nouvelle invitation et remettez son lien : cette passerelle n’envoie pas d’e-mail. Le lien définit un nouveau mot de passe et met fin à toutes les sessions de la personne.',
    ar: 'أنشئ دعوة جديدة وسلّم رابطها، فهذه البوابة لا ترسل بريدًا. يضع الرابط كلمة مرور جديدة وينهي كل جلسات الشخص.',
  },
  mailedForgottenHint: {
    en: 'The person asks for a link on the sign-in page, and gets it by mail. A new invitation does the same: it sets a new password and ends all sessions of the person.',
    fr: 'La personne demande un lien sur la page de connexion et le reçoit par e-mail. Une nouvelle invitation fait de même : elle définit un nouveau mot de passe et met fin à toutes les sessions de la personne.',
    ar: 'يطلب الشخص رابطًا من صفحة تسجيل الدخول فيصله بالبريد الإلكتروني. والدعوة الجديدة تؤدي الغرض نفسه: تضع كلمة مرور جديدة وتنهي كل جلسات الشخص.',
  },
  inviteAgain: { en: 'Make a new invitation', fr: 'Créer une nouvelle invitation', ar: 'إنشاء دعوة جديدة' },
  remove: { en: 'Remove this person…', fr: 'Retirer cette personne…', ar: 'إزالة هذا الشخص…' },
  removeHint: {
    en: 'The person is signed out everywhere and cannot sign in again. Keys and jobs of the account stay.',
    fr: 'La personne est déconnectée partout et ne peut plus se connecter. Les clés et les tâches du compte restent.',
    ar: 'يُسجَّل خروج الشخص من كل الأجهزة ولا يمكنه الدخول ثانية. تبقى مفاتيح الحساب ومهامه.',
  },
  removeNow: { en: 'Remove', fr: 'Retirer', ar: 'إزالة' },
} satisfies Record<string, Text>;

export const PASSWORD = {
  title: { en: 'Change password', fr: 'Changer de mot de passe', ar: 'تغيير كلمة المرور' },
  lead: {
    en: 'All your other sessions end with the new password.',
    fr: 'Toutes vos autres sessions prennent fin avec le nouveau mot de passe.',
    ar: 'تنتهي كل جلساتك الأخرى مع كلمة المرور الجديدة.',
  },
  first: {
    en: 'You have none yet: a link has signed you in. With a password you can sign in without it.',
    fr: 'Vous n’en avez pas encore : un lien vous a connecté. Avec un mot de passe, vous pourrez vous en passer.',
    ar: 'ليست لديك كلمة مرور بعد: دخلت برابط. بكلمة مرور يمكنك الدخول من دونه.',
  },
  current: { en: 'Current password', fr: 'Mot de passe actuel', ar: 'كلمة المرور الحالية' },
  wrong: {
    en: 'This is not your current password.',
    fr: 'Ce n’est pas votre mot de passe actuel.',
    ar: 'هذه ليست كلمة مرورك الحالية.',
  },
  changed: {
    en: 'Your password is changed, and all your other sessions have ended.',
    fr: 'Votre mot de passe est changé et vos autres sessions ont pris fin.',
    ar: 'تغيّرت كلمة مرورك وانتهت كل جلساتك الأخرى.',
  },
} satisfies Record<string, Text>;
