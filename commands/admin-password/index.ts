/** `npm run admin:password`: a new password for a user of the admin panel. See docs/operations/mail-and-access.md. */
import '../../src/settings/supported-node';
import type { Core } from '@strapi/strapi';
import { validatePassword } from '../../src/plugins/content-delivery/server/src/access/hardening/passwords/password';
import { endSessionsOf } from '../../src/plugins/content-delivery/server/src/access/hardening/sessions';
import { run } from '../shared/command';
import { load } from '../shared/project';
import { projectsStrapi } from '../shared/project-strapi';
import { askForPassword } from './ask';
import { readOptions, USAGE, type CommandOptions } from './options';

/** What keeps the password from being changed. */
class Refused extends Error {}

interface User {
  id: number;
  isActive: boolean;
  firstname: string | null;
  lastname: string | null;
  username: string | null;
}
interface Users {
  resetPasswordByEmail(email: string, password: string): Promise<void>;
}

const MAX_NAMED = 10;

const userWith = async (strapi: Core.Strapi, email: string): Promise<User> => {
  const query = strapi.db.query('admin::user');
  const user: User | null = await query.findOne({ where: { email } });
  if (user) return user;
  const users: { email: string }[] = await query.findMany({
    select: ['email'],
    orderBy: { id: 'asc' },
    limit: MAX_NAMED,
  });
  const others = users.map((one) => one.email).join(', ');
  throw new Refused(
    users.length === 0
      ? 'Nobody has registered yet: the first administrator does so in the admin panel.'
      : `No user of the admin panel has the address ${email}. The first of those there are: ${others}.`,
  );
};

const passwordFor = async (email: string, user: User): Promise<string> => {
  const password = await askForPassword();
  if (password === null) throw new Refused('These are two different passwords.');
  if (password === '') throw new Refused('No password was given.');
  const names = [user.firstname, user.lastname, user.username].filter((name) => name !== null);
  const fault = validatePassword(password, [email, ...names]);
  if (fault) throw new Refused(fault);
  return password;
};

const change = async (strapi: Core.Strapi, email: string): Promise<void> => {
  const user = await userWith(strapi, email);
  const password = await passwordFor(email, user);
  const users = strapi.service('admin::user') as unknown as Users;
  try {
    await users.resetPasswordByEmail(email, password);
  } catch (error) {
    if ((error as Error).name !== 'ValidationError') throw error;
    throw new Refused(
      'The password must have a lower-case letter, an upper-case letter and a number, and at most 72 bytes.',
    );
  }
  // A link that was asked for before, perhaps by somebody else, leads nowhere from now on.
  await endSessionsOf(strapi, user.id);
  console.log(`${email} has a new password, and has to sign in with it: all sessions have ended.`);
  if (!user.isActive) {
    console.log('This user is not active, and cannot sign in until an administrator activates them.');
  }
};

const execute = async ({ email }: CommandOptions): Promise<number> => {
  const strapi = await projectsStrapi();
  try {
    await load(strapi);
    await change(strapi, email);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await strapi.destroy();
  }
};

run(USAGE, readOptions, execute);
