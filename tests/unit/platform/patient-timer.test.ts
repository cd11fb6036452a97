import { once } from 'node:events';
import net from 'node:net';
import {
  createPatientTimers,
  startPatientTimer,
} from '../../../src/plugins/content-delivery/server/src/platform/patient-timer';
import { serveInThread, standStill } from '../../support/standing-still';

describe.each([
  ['a patient timer', () => startPatientTimer],
  ['one of many patient timers', createPatientTimers],
])('%s', (_name, create) => {
  let startTimer: typeof startPatientTimer;
  beforeEach(() => {
    startTimer = create();
  });

  afterEach(() => jest.useRealTimers());

  it('gives up when the time is over, unless it was ended', async () => {
    jest.useFakeTimers();
    const given: string[] = [];
    startTimer(250, () => given.push('up'));
    const end = startTimer(250, () => given.push('ended'));
    await jest.advanceTimersByTimeAsync(249);
    expect(given).toEqual([]);
    end();
    await jest.advanceTimersByTimeAsync(10);
    expect(given).toEqual(['up']);
  });

  it('has the whole of its time beside one that began before', async () => {
    jest.useFakeTimers();
    const given: string[] = [];
    startTimer(100, () => given.push('first'));
    await jest.advanceTimersByTimeAsync(90);
    startTimer(100, () => given.push('second'));
    await jest.advanceTimersByTimeAsync(99);
    expect(given).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(25);
    expect(given).toEqual(['first', 'second']);
  });

  describe('in a process that stood still', () => {
    const ANSWER_AFTER = 50;
    const LONG = 800;
    let server: Awaited<ReturnType<typeof serveInThread>>;
    let socket: net.Socket;
    beforeAll(async () => {
      server = await serveInThread('(text) => text', ANSWER_AFTER);
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      socket = net.connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      // From here timers are next, and sockets only then.
      await new Promise(setImmediate);
    });
    afterEach(() => socket.destroy());

    const outcomeWithin = (milliseconds: number) =>
      new Promise((resolve) => {
        const end = startTimer(milliseconds, () => resolve('given up'));
        socket.once('data', () => {
          end();
          resolve('answered');
        });
      });

    it('reads what has come before it gives up', async () => {
      socket.write('question');
      const outcome = outcomeWithin(100);
      standStill(LONG);
      expect(await outcome).toBe('answered');
    });

    it('waits for the answer to a question that could not be sent', async () => {
      const outcome = outcomeWithin(600);
      standStill(LONG);
      socket.write('question');
      expect(await outcome).toBe('answered');
    });

    it('has an end all the same', async () => {
      const outcome = outcomeWithin(600);
      standStill(LONG);
      expect(await outcome).toBe('given up');
    });
  });
});
