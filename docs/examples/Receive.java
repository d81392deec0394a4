// Receives Tidemark's webhooks: SECRET=whsec_… PORT=8080 java Receive.java (Java 17 or newer)
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receive {
    static final Pattern SIGNATURE = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");
    // The second one is sent for a day after the secret has been changed.
    static final List<String> SIGNATURE_HEADERS = List.of("X-Service-Signature", "X-Service-Signature-Next");
    static final long TOLERANCE_SECONDS = 300;
    static final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** Whether the body was signed with the secret in the last five minutes. */
    static boolean isGenuine(String secret, String header, byte[] body) throws GeneralSecurityException {
        var found = SIGNATURE.matcher(header == null ? "" : header);
        if (!found.matches()) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(found.group(1));
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((found.group(1) + ".").getBytes(StandardCharsets.UTF_8));
        return MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(found.group(2)));
    }

    static int receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        var headers = exchange.getRequestHeaders();
        String secret = System.getenv("SECRET");
        boolean isSigned = false;
        for (String name : SIGNATURE_HEADERS) isSigned |= isGenuine(secret, headers.getFirst(name), body);
        if (!isSigned) return 400;
        // A delivery may arrive twice; its id, which the header repeats, stays the same.
        if (seen.add(headers.getFirst("X-Service-Event-Id")))
            System.out.println(new String(body, StandardCharsets.UTF_8));
        return 204;
    }

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            int status = 500;
            try {
                status = receive(exchange);
            } catch (GeneralSecurityException error) {
                System.err.println(error);
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }
}
