import { useState, type FormEvent } from 'react';
import { Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { useText } from '../../shared/text';
import { useFocusReturn } from '../../shared/use-focus-return';
import { useSignInAgain } from './use-sign-in-again';

/** In every form: where the session has ended, signing in again happens here, and the form stays. */
export const SignInAgain = () => {
  const { isOpen, ...session } = useSignInAgain();
  return isOpen ? <SignInDialog {...session} /> : null;
};

type Session = Omit<ReturnType<typeof useSignInAgain>, 'isOpen'>;

const SignInDialog = ({ problem, isBusy, signIn, leave }: Session) => {
  const text = useText();
  const email = useAuth('SignInAgain', ({ user }) => user?.email) ?? '';
  const [password, setPassword] = useState('');
  const returnFocus = useFocusReturn();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the entry is around this one in React's tree.
    event.stopPropagation();
    void signIn(email, password);
    setPassword('');
  };
  return (
    <Modal.Root open>
      <Modal.Content onEscapeKeyDown={(event) => event.preventDefault()} onCloseAutoFocus={returnFocus}>
        <form onSubmit={submit}>
          <Modal.Header closeLabel={text('sign-in-again.leave')}>
            <Modal.Title>{text('sign-in-again.title')}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography>{text('sign-in-again.explained', { email })}</Typography>
              <Field.Root name="password" required error={problem ?? undefined}>
                <Field.Label>{text('sign-in-again.password')}</Field.Label>
                <TextInput
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
                <Field.Error />
              </Field.Root>
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button variant="tertiary" onClick={leave}>
              {text('sign-in-again.leave')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={password === ''}>
              {text('sign-in-again.sign-in')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
};
