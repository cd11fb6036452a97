/** `npm run mail:test`: one mail, to see whether they arrive. See docs/operations/mail-and-access.md. */
import '../../src/settings/supported-node';
import provider from '@strapi/provider-email-nodemailer';
import { env } from '@strapi/utils';
import { mailSettingsOf } from '../../src/settings/mail/settings';
import { transportOf } from '../../src/settings/mail/transport';
import { run } from '../shared/command';
import '../shared/environment';
import { readOptions, USAGE, type CommandOptions } from './options';

const execute = async ({ to }: CommandOptions): Promise<number> => {
  try {
    const settings = mailSettingsOf(env);
    const from = settings?.from ?? '';
    // As the server sends.
    const mailer = provider.init(transportOf(settings), {
      defaultFrom: from,
      defaultReplyTo: settings?.replyTo ?? '',
    });
    await mailer.send({
      to,
      subject: 'A mail to see whether mails arrive',
      text: 'This was sent by "npm run mail:test". Mails of this server, such as links to reset passwords, come from the same address.',
    });
    console.log(
      `The mail server ${settings?.host}:${settings?.port} has taken a mail from ${from} to ${to}. ` +
        'If it does not arrive, look among unwanted mails, and whether SPF and DKIM of the domain of MAIL_FROM allow this mail server.',
    );
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
};

run(USAGE, readOptions, execute);
