import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";

/** Manages upstream servers for the app's own operations. */
export interface ServiceManagement {
  list(): Promise<AppOutput<"services.list">>;
  add(request: AppRequest<"services.add">): Promise<AppOutput<"services.add">>;
  change(request: AppRequest<"services.update">): Promise<AppOutput<"services.update">>;
  remove(request: AppRequest<"services.remove">): Promise<AppOutput<"services.remove">>;
  test(request: AppRequest<"services.test">): Promise<AppOutput<"services.test">>;
}
