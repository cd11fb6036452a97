import { createPatience, Silence } from '../../src/plugins/content-delivery/server/src/queries/patience';

const LIMITS = { usual: 5_000, afterSilence: 250, betweenTries: 1_000 };

describe('patience with a database', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const silent = () => new Promise<never>(() => undefined);
  const answering = () => Promise.resolve('rows');
  const refusing = () => Promise.reject(new Error('ECONNREFUSED'));
  /** What has become of a read so far. */
  const watched = (reading: Promise<unknown>) => {
    const seen: { outcome: unknown } = { outcome: 'waits' };
    reading.then(
      (result) => (seen.outcome = result),
      (error: Error) => (seen.outcome = error instanceof Silence ? 'silence' : error.message),
    );
    return seen;
  };
  const after = async (milliseconds: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(milliseconds);
  };

  it('hands on what a read brings, and its refusals', async () => {
    const patience = createPatience(LIMITS).read;
    expect(await patience(answering)).toBe('rows');
    await expect(patience(refusing)).rejects.toThrow('ECONNREFUSED');
    // Nobody waits after a refusal: each may ask for itself.
    expect(await patience(answering)).toBe('rows');
  });

  it('ends for all who wait; then one a second tries, for a moment', async () => {
    const patience = createPatience(LIMITS).read;
    const reads = jest.fn(silent);
    const [one, two] = [watched(patience(reads)), watched(patience(reads))];
    await after(4_999);
    expect([one.outcome, two.outcome]).toEqual(['waits', 'waits']);
    await after(1);
    expect([one.outcome, two.outcome]).toEqual(['silence', 'silence']);

    const atOnce = watched(patience(reads));
    await after(0);
    expect(atOnce.outcome).toBe('silence');
    expect(reads).toHaveBeenCalledTimes(2);

    await after(1_000);
    const trying = watched(patience(reads));
    const beside = watched(patience(reads));
    await after(249);
    expect([trying.outcome, beside.outcome]).toEqual(['waits', 'silence']);
    await after(1);
    expect(trying.outcome).toBe('silence');
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it('is back with the first answer', async () => {
    const patience = createPatience(LIMITS).read;
    const lost = watched(patience(silent));
    await after(6_000);
    expect(lost.outcome).toBe('silence');
    expect(await patience(answering)).toBe('rows');
    expect(await patience(answering)).toBe('rows');
    const waiting = watched(patience(silent));
    await after(4_999);
    expect(waiting.outcome).toBe('waits');
    await after(1);
  });

  it('lets each ask for itself once the silence has become a refusal', async () => {
    const patience = createPatience(LIMITS).read;
    watched(patience(silent));
    await after(6_000);
    await expect(patience(refusing)).rejects.toThrow('ECONNREFUSED');
    expect(await patience(answering)).toBe('rows');
  });
});
