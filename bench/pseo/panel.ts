type Body = Record<string, unknown>;

/** What the admin panel asks, as a signed-in administrator. */
export const signIn = async (port: number, user: { email: string; password: string }) => {
  const base = `http://127.0.0.1:${port}`;
  const login = await fetch(`${base}/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { data } = (await login.json()) as { data: { token: string } };

  const ask = async (method: string, path: string, body?: Body | FormData): Promise<Body> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${data.token}`,
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      body: body instanceof FormData ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  };

  return {
    get: (path: string) => ask('GET', path),
    post: (path: string, body: Body | FormData = {}) => ask('POST', path, body),
    put: (path: string, body: Body) => ask('PUT', path, body),
    delete: (path: string) => ask('DELETE', path),
    /** What is refused as it should be. */
    async refused(method: string, path: string, body?: Body): Promise<void> {
      const answer = await ask(method, path, body).then(
        () => null,
        (error: Error) => error.message,
      );
      if (!answer?.includes(': 400 ')) throw new Error(`Not refused: ${method} ${path}: ${answer}`);
    },
  };
};

export type Panel = Awaited<ReturnType<typeof signIn>>;
