import type { Page } from 'playwright-core';

interface Login {
  email: string;
  password: string;
}

/** The panel is there once its navigation is. */
const waitForPanel = (page: Page) =>
  page.getByRole('link', { name: 'Content Manager', exact: true }).waitFor();

/** Registers the first administrator of a fresh installation and signs in by it. */
export const registerFirstAdmin = async (
  page: Page,
  { firstName, email, password }: Login & { firstName: string },
): Promise<void> => {
  await page.goto('/admin');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('First name').fill(firstName);
  await field('Email').fill(email);
  await field('Password').fill(password);
  await field('Confirm Password').fill(password);
  await page.getByRole('button', { name: "Let's start" }).click();
  await waitForPanel(page);
};

/** Signs in through the form, on a page without a session. */
export const signIn = async (page: Page, { email, password }: Login): Promise<void> => {
  await page.goto('/admin/auth/login');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await waitForPanel(page);
};
