import dns from 'node:dns';
import {
  inHosts,
  resolveHost,
} from '../../../src/plugins/content-delivery/server/src/platform/outgoing/resolve';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('the address of a name', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Name servers that answer, say that there is no such name, or that never do. */
  const nameServers = (answers: Record<string, string[] | string>): void => {
    const answer = (name: string, family: RegExp): Promise<string[]> => {
      const known = answers[name] ?? 'ENOTFOUND';
      if (typeof known === 'string') return Promise.reject(failure(known));
      const found = known.filter((address) => family.test(address));
      return found.length > 0 ? Promise.resolve(found) : Promise.reject(failure('ENODATA'));
    };
    jest.spyOn(dns.promises, 'Resolver').mockImplementation((() => ({
      resolve4: (name: string) => answer(name, /\./),
      resolve6: (name: string) => answer(name, /:/),
    })) as never);
  };

  it('comes from the name servers, of either family', async () => {
    nameServers({ 'both.example': ['192.0.2.1', '2001:db8::1'], 'six.example': ['2001:db8::2'] });
    expect(await resolveHost('both.example')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await resolveHost('six.example')).toEqual([{ address: '2001:db8::2', family: 6 }]);
    expect(await resolveHost('192.0.2.7')).toEqual([{ address: '192.0.2.7', family: 4 }]);
  });

  it('comes from the file of hosts first', () => {
    const text = '# 10.0.0.9 inner\n10.0.0.1\tInner inner.example # one\n::1 inner\nno-address inner\n';
    expect(inHosts(text, 'inner')).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(inHosts(text, 'INNER.example.')).toEqual([{ address: '10.0.0.1', family: 4 }]);
    expect(inHosts(text, 'one')).toEqual([]);
  });

  it('is not waited for where name servers are silent', async () => {
    nameServers({ 'silent.example': 'ETIMEOUT' });
    const lookup = jest.spyOn(dns, 'lookup');
    await expect(resolveHost('silent.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(lookup).not.toHaveBeenCalled();
  });

  it('is asked of the system where they know none, by two threads at most, one for each name', async () => {
    nameServers({ 'quick.example': ['192.0.2.1'] });
    type Found = (error: Error | null, addresses: { address: string; family: number }[]) => void;
    const asked: { name: string; found: Found }[] = [];
    jest.spyOn(dns, 'lookup').mockImplementation(((name: string, _options: object, found: Found) => {
      asked.push({ name, found });
    }) as never);
    const until = async (count: number): Promise<void> => {
      while (asked.length < count) await new Promise(setImmediate);
    };
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    const slow = [resolveHost('slow').catch(() => 'failed')];
    await until(1);
    slow.push(resolveHost('slow').catch(() => 'failed'));
    const other = resolveHost('other');
    await until(2);
    const third = resolveHost('third');
    await turns();
    expect(asked.map(({ name }) => name)).toEqual(['slow', 'other']);
    // What the name servers know waits for none of it.
    expect(await resolveHost('quick.example')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    const inner = { address: '10.0.0.1', family: 4 };
    asked[1]?.found(null, [inner]);
    expect(await other).toEqual([inner]);
    await until(3);
    expect(asked[2]?.name).toBe('third');
    asked[2]?.found(failure('ENOTFOUND'), []);
    await expect(third).rejects.toMatchObject({ code: 'ENOTFOUND' });
    asked[0]?.found(null, [inner]);
    await until(4);
    asked[3]?.found(failure('ENOTFOUND'), []);
    expect(await Promise.all(slow)).toEqual([[inner], 'failed']);
  });
});
