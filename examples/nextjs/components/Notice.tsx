import type { ReactNode } from 'react';

/** A page that says why there is nothing else on it. */
export const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="notice">
    <h1>{title}</h1>
    {children}
  </div>
);
