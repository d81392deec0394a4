// Sets a target 10 % below today's price for all products with a tag: APP_URL=… OWNER_KEY=… node targets.mjs TAG (Node 18 or newer)
const { APP_URL, OWNER_KEY } = process.env;
const headers = { Authorization: `Bearer ${OWNER_KEY}`, "Content-Type": "application/json" };

async function call(operation, body = {}) {
  const response = await fetch(`${APP_URL}/${operation}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.error} ${answer.error_detail.action ?? ""}`);
  return answer;
}

const { rows } = await call("watch.list", { limit: 1000 });
const keys = rows.filter(({ tags }) => tags.includes(process.argv[2])).map(({ product_key }) => product_key);
if (keys.length > 0) {
  const trigger = { kind: "target_percent", percent: 10 };
  await call("rules.save_many", { product_keys: keys, trigger, replaces_targets: true });
}
console.log(`${keys.length} targets`);
