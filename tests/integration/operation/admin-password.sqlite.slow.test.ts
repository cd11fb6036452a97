import { signIn } from '../../support/admin-panel';
import { createSuperAdmin } from '../../support/admin-users';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';

const NEW_PASSWORD = 'Kettle-stone-42';
const { execute } = commandsOf('admin-password');

describe('npm run admin:password', () => {
  const { server } = withServer();
  const change = (email: string, password?: string) =>
    execute(['--email', email], {}, password === undefined ? undefined : `${password}\n`);

  it('gives a user a new password beside a running server, and ends all sessions of that user alone', async () => {
    const { strapi } = server;
    const user = await createSuperAdmin(strapi);
    const other = await createSuperAdmin(strapi);
    const sessions = [
      await signIn(strapi, user.email, user.password),
      await signIn(strapi, user.email, user.password),
    ];
    const othersSession = await signIn(strapi, other.email, other.password);
    await strapi.db.query('admin::user').update({
      where: { id: user.id },
      data: { resetPasswordToken: 'asked-for', resetPasswordTokenExpiresAt: new Date(Date.now() + 60_000) },
    });

    const { code, out, err } = await change(user.email.toUpperCase(), NEW_PASSWORD);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `${user.email} has a new password, and has to sign in with it: all sessions have ended.\n`,
      err: '',
    });

    for (const session of sessions) expect((await session.get('/admin/users/me')).status).toBe(401);
    expect((await othersSession.get('/admin/users/me')).status).toBe(200);
    await expect(signIn(strapi, user.email, user.password)).rejects.toThrow('Sign-in failed: 400');
    await signIn(strapi, user.email, NEW_PASSWORD);
    const stored: unknown = await strapi.db.query('admin::user').findOne({ where: { id: user.id } });
    expect(stored).toMatchObject({ resetPasswordToken: null });
  });

  it('says that a user who is not active cannot sign in', async () => {
    const { strapi } = server;
    const user = await createSuperAdmin(strapi);
    await strapi.service('admin::user').updateById(user.id, { isActive: false });
    const { code, out } = await change(user.email, NEW_PASSWORD);
    expect(code).toBe(0);
    expect(out).toContain(
      'This user is not active, and cannot sign in until an administrator activates them.',
    );
  });

  it('changes nothing for a password that the panel would not take, or for nobody', async () => {
    const { strapi } = server;
    const user = await createSuperAdmin(strapi);
    for (const [password, words] of [
      ['', 'No password was given.'],
      ['Short-1', 'at least 12 characters'],
      ['kettle-stone-42', 'a lower-case letter, an upper-case letter and a number'],
    ] as const) {
      const { code, out, err } = await change(user.email, password);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(words);
      if (password !== '') expect(err).not.toContain(password);
    }
    const { code, err } = await change('nobody@example.com', NEW_PASSWORD);
    expect(code).toBe(1);
    expect(err).toContain('No user of the admin panel has the address nobody@example.com.');
    expect(err).toContain('@example.com');
    await signIn(strapi, user.email, user.password);
  });

  it('wants an address', async () => {
    const { code, err } = await execute([]);
    expect(code).toBe(2);
    expect(err).toContain('Say whose password it is: --email.');
  });
});
