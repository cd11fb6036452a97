import { useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { reasonOf } from '../../shared/api/errors';
import { useText } from '../../shared/text';
import { onSessionEnd } from './session-guard';
import { openTabs } from './tabs';

/** Where Strapi keeps the access token of those who stay signed in, and what it calls this browser in its sessions. */
const TOKEN = 'jwtToken';
const DEVICE = 'strapi.admin.deviceId';

/** Asks for the password again when the session has ended, and gives the new token to the requests that wait for it. */
export const useSignInAgain = () => {
  const text = useText();
  const { post } = useFetchClient();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const waiting = useRef<((token: string | null) => void)[]>([]);
  const tabs = useRef<ReturnType<typeof openTabs> | null>(null);

  const settle = (token: string | null) => {
    setOpen(false);
    setProblem(null);
    for (const resolve of waiting.current.splice(0)) resolve(token);
  };

  useEffect(() => {
    const channel = openTabs((message) => {
      if (message.type === 'ended') setOpen(true);
      else settle(message.token);
    });
    tabs.current = channel;
    const end = onSessionEnd(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
          channel.tell({ type: 'ended' });
        }),
    );
    return () => {
      end();
      channel.close();
      settle(null);
    };
  }, []);

  return {
    isOpen,
    problem,
    isBusy,
    async signIn(email: string, password: string): Promise<void> {
      setBusy(true);
      setProblem(null);
      try {
        const { data } = await post<{ data: { token: string } }>('/admin/login', {
          email,
          password,
          rememberMe: localStorage.getItem(TOKEN) !== null,
          deviceId: localStorage.getItem(DEVICE),
        });
        const { token } = data.data;
        tabs.current?.tell({ type: 'signed-in', token });
        settle(token);
      } catch (error) {
        setProblem(reasonOf(error) ?? text('sign-in-again.not-reached'));
      } finally {
        setBusy(false);
      }
    },
    /** Goes on as Strapi would: to the page for signing in. */
    leave: () => settle(null),
  };
};
