/** The mails of the gateway, in the languages of its pages. Each says who may ignore it. */
import type { Mail } from './mail.js';

export type MailLanguage = 'en' | 'fr' | 'ar';

export type MailKind = 'invitation' | 'password' | 'sign_up' | 'known';

interface Words {
  readonly subject: string;
  /** Before the link. */
  readonly before: string;
  /** Behind it. */
  readonly after: string;
}

const WORDS: Readonly<Record<MailKind, Readonly<Record<MailLanguage, Words>>>> = {
  invitation: {
    en: {
      subject: 'You are invited to Tollgate',
      before: 'You are invited to the dashboard of the gateway at {host}. Choose a password here:',
      after: 'The link works once, for 72 hours. If you did not expect this mail, ignore it.',
    },
    fr: {
      subject: 'Votre invitation à Tollgate',
      before: 'Vous êtes invité au tableau de bord de la passerelle {host}. Choisissez un mot de passe ici :',
      after: 'Ce lien sert une fois, pendant 72 heures. Si vous n’attendiez pas ce message, ignorez-le.',
    },
    ar: {
      subject: 'دعوتك إلى Tollgate',
      before: 'أنت مدعو إلى لوحة تحكم البوابة {host}. اختر كلمة مرور من هنا:',
      after: 'يعمل الرابط مرة واحدة خلال 72 ساعة. إن لم تكن تنتظر هذه الرسالة فتجاهلها.',
    },
  },
  password: {
    en: {
      subject: 'Set a new password',
      before: 'Somebody asked for a new password of yours at {host}. Set it here:',
      after:
        'The link works once, for an hour. If it was not you, ignore this mail: your password stays as it is.',
    },
    fr: {
      subject: 'Nouveau mot de passe',
      before: 'Quelqu’un a demandé un nouveau mot de passe pour votre compte sur {host}. Choisissez-le ici :',
      after:
        'Ce lien sert une fois, pendant une heure. Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',
    },
    ar: {
      subject: 'كلمة مرور جديدة',
      before: 'طلب أحدهم كلمة مرور جديدة لحسابك على {host}. اخترها من هنا:',
      after: 'يعمل الرابط مرة واحدة خلال ساعة. إن لم تكن أنت فتجاهل هذه الرسالة، وتبقى كلمة مرورك كما هي.',
    },
  },
  sign_up: {
    en: {
      subject: 'Your account at {host}',
      before: 'Somebody asked for an account at {host} with this address. Choose a password to open it:',
      after: 'The link works once, for 72 hours. If it was not you, ignore this mail: no account is made.',
    },
    fr: {
      subject: 'Votre compte sur {host}',
      before:
        'Quelqu’un a demandé un compte sur {host} avec cette adresse. Choisissez un mot de passe pour l’ouvrir :',
      after:
        'Ce lien sert une fois, pendant 72 heures. Si ce n’était pas vous, ignorez ce message : aucun compte ne sera créé.',
    },
    ar: {
      subject: 'حسابك على {host}',
      before: 'طلب أحدهم حسابًا على {host} بهذا البريد. اختر كلمة مرور لفتحه:',
      after: 'يعمل الرابط مرة واحدة خلال 72 ساعة. إن لم تكن أنت فتجاهل هذه الرسالة، ولن يُنشأ أي حساب.',
    },
  },
  known: {
    en: {
      subject: 'You have an account at {host}',
      before: 'Somebody asked for an account at {host} with this address, and you have one. Sign in here:',
      after: 'If you lost your password, that page tells what to do. If it was not you, ignore this mail.',
    },
    fr: {
      subject: 'Vous avez déjà un compte sur {host}',
      before:
        'Quelqu’un a demandé un compte sur {host} avec cette adresse, et vous en avez déjà un. Connectez-vous ici :',
      after:
        'Si vous avez perdu votre mot de passe, cette page vous dit que faire. Si ce n’était pas vous, ignorez ce message.',
    },
    ar: {
      subject: 'لديك حساب على {host}',
      before: 'طلب أحدهم حسابًا على {host} بهذا البريد، ولديك حساب بالفعل. سجّل الدخول من هنا:',
      after: 'إن فقدت كلمة مرورك فستجد في تلك الصفحة ما عليك فعله. إن لم تكن أنت فتجاهل هذه الرسالة.',
    },
  },
};

/** @param link begins with the gateway's public URL */
export function mailOf(kind: MailKind, to: string, link: string, language: MailLanguage): Mail {
  const { subject, before, after } = WORDS[kind][language];
  const { host } = new URL(link);
  const filled = (text: string) => text.replace('{host}', () => host);
  return { to, subject: filled(subject), text: `${filled(before)}\n\n${link}\n\n${after}\n` };
}
