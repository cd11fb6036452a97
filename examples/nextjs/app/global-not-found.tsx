import type { Metadata } from 'next';
import { connection } from 'next/server';
import { site } from '@/lib/settings';
import Layout from './layout';
import NotFound from './not-found';

export const generateMetadata = async (): Promise<Metadata> => {
  // Not at the build, which knows no settings.
  await connection();
  return { title: `There is nothing at this address | ${site().name}` };
};

/** What proxy.ts shows where nothing is: whole without scripts, and made when it is asked for, as it has the name of the website. */
const GlobalNotFound = async () => {
  await connection();
  return (
    <Layout>
      <NotFound />
    </Layout>
  );
};

export default GlobalNotFound;
