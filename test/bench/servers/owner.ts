import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { Product } from './product';

const PASSWORD = 'a long enough password';

/** Thrown when the product refuses a request of the benchmark. */
export class NotAvailable extends Error {}

/** A signed-in person who uses the product as the app does. */
export class Owner {
  #cookie = '';

  constructor(private readonly product: Product) {}

  async signUp(): Promise<void> {
    const body = { name: 'Bench', email: 'bench@tabpoint.example', password: PASSWORD };
    const answer = await this.#send('POST', authPaths.signUpEmail, JSON.stringify(body));
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  /** Uploads a file and creates a public project of it. */
  async publish(fileName: string, file: Blob): Promise<Project> {
    const form = new FormData();
    form.set('file', file, fileName);
    const { spreadsheet } = await this.#json<{ spreadsheet: { id: string } }>('POST', apiPaths.driveSpreadsheets, form);
    const made = JSON.stringify({ sheetId: spreadsheet.id });
    const { project } = await this.#json<{ project: Project }>('POST', apiPaths.projectsSync, made);
    const open = JSON.stringify({ access: 'public' });
    return (await this.#json<{ project: Project }>('PUT', apiPaths.projectUpdate(project.id), open)).project;
  }

  /** @returns a secret key with all scopes */
  async makeKey({ id }: Project): Promise<string> {
    const body = { name: 'Bench', kind: 'secret', scopes: ['read', 'create', 'update', 'delete', 'schema'] };
    return (await this.#json<{ secret: string }>('POST', apiPaths.projectKeys(id), JSON.stringify(body))).secret;
  }

  async #json<T>(method: string, path: string, body: string | FormData): Promise<T> {
    return (await (await this.#send(method, path, body)).json()) as T;
  }

  async #send(method: string, path: string, body: string | FormData): Promise<Response> {
    const headers: Record<string, string> = { origin: this.product.origin, cookie: this.#cookie };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const answer = await fetch(this.product.origin + path, { method, headers, body });
    if (answer.ok) return answer;
    throw new NotAvailable(`${method} ${path}: HTTP ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  }
}
