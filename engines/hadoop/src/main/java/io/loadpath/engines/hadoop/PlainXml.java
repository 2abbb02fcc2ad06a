package io.loadpath.engines.hadoop;

import java.io.IOException;
import java.io.Writer;
import java.util.Properties;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/**
 * Writes a job's settings, {@code job.xml}, without the JDK's compiler of stylesheets, which is
 * slow to start. It writes documents of elements and text that Hadoop makes; the JDK's factory does
 * everything else.
 *
 * <p>A service file names this class in the launchers' JVM.
 */
public final class PlainXml extends TransformerFactory {
  private final TransformerFactory jdk = TransformerFactory.newDefaultInstance();

  @Override
  public Transformer newTransformer() {
    return new Plain();
  }

  @Override
  public Transformer newTransformer(Source source) throws TransformerConfigurationException {
    return jdk.newTransformer(source);
  }

  @Override
  public Templates newTemplates(Source source) throws TransformerConfigurationException {
    return jdk.newTemplates(source);
  }

  @Override
  public Source getAssociatedStylesheet(Source source, String media, String title, String charset)
      throws TransformerConfigurationException {
    return jdk.getAssociatedStylesheet(source, media, title, charset);
  }

  @Override
  public void setURIResolver(URIResolver resolver) {
    jdk.setURIResolver(resolver);
  }

  @Override
  public URIResolver getURIResolver() {
    return jdk.getURIResolver();
  }

  @Override
  public void setFeature(String name, boolean value) throws TransformerConfigurationException {
    jdk.setFeature(name, value);
  }

  @Override
  public boolean getFeature(String name) {
    return jdk.getFeature(name);
  }

  @Override
  public void setAttribute(String name, Object value) {
    jdk.setAttribute(name, value);
  }

  @Override
  public Object getAttribute(String name) {
    return jdk.getAttribute(name);
  }

  @Override
  public void setErrorListener(ErrorListener listener) {
    jdk.setErrorListener(listener);
  }

  @Override
  public ErrorListener getErrorListener() {
    return jdk.getErrorListener();
  }

  /** Copies a document to a writer. With a setting, or for another copy, the JDK's does it. */
  private final class Plain extends Transformer {
    private Transformer real;

    private Transformer real() {
      if (real == null) {
        try {
          real = jdk.newTransformer();
        } catch (TransformerConfigurationException e) {
          throw new IllegalStateException(e);
        }
      }
      return real;
    }

    @Override
    public void transform(Source source, Result result) throws TransformerException {
      StringBuilder text = new StringBuilder();
      if (real == null
          && source instanceof DOMSource dom
          && dom.getNode() instanceof Document document
          && result instanceof StreamResult stream
          && stream.getWriter() != null
          && appendAll(text, document)) {
        write(text, stream.getWriter());
      } else {
        real().transform(source, result);
      }
    }

    @Override
    public void setParameter(String name, Object value) {
      real().setParameter(name, value);
    }

    @Override
    public Object getParameter(String name) {
      return real().getParameter(name);
    }

    @Override
    public void clearParameters() {
      real().clearParameters();
    }

    @Override
    public void setURIResolver(URIResolver resolver) {
      real().setURIResolver(resolver);
    }

    @Override
    public URIResolver getURIResolver() {
      return real().getURIResolver();
    }

    @Override
    public void setOutputProperties(Properties format) {
      real().setOutputProperties(format);
    }

    @Override
    public Properties getOutputProperties() {
      return real().getOutputProperties();
    }

    @Override
    public void setOutputProperty(String name, String value) {
      real().setOutputProperty(name, value);
    }

    @Override
    public String getOutputProperty(String name) {
      return real().getOutputProperty(name);
    }

    @Override
    public void setErrorListener(ErrorListener listener) {
      real().setErrorListener(listener);
    }

    @Override
    public ErrorListener getErrorListener() {
      return real().getErrorListener();
    }
  }

  private static void write(CharSequence text, Writer writer) throws TransformerException {
    try {
      writer.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>").append(text);
      writer.flush();
    } catch (IOException e) {
      throw new TransformerException(e);
    }
  }

  /** Appends the nodes in a node; returns false if one is not an element or plain text. */
  private static boolean appendAll(StringBuilder text, Node parent) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (!append(text, node)) {
        return false;
      }
    }
    return true;
  }

  private static boolean append(StringBuilder text, Node node) {
    if (node.getNodeType() == Node.TEXT_NODE) {
      return appendEscaped(text, node.getNodeValue());
    }
    if (node.getNodeType() != Node.ELEMENT_NODE || node.hasAttributes()) {
      return false;
    }
    String name = node.getNodeName();
    text.append('<').append(name).append('>');
    int start = text.length();
    boolean plain = appendAll(text, node);
    if (text.length() == start) {
      text.insert(start - 1, '/');
    } else {
      text.append("</").append(name).append('>');
    }
    return plain;
  }

  private static boolean appendEscaped(StringBuilder text, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '\t', '\n' -> text.append(c);
        default -> {
          if (c < ' ' || c > '~') {
            return false; // the JDK knows what a line separator or half a pair needs
          }
          text.append(c);
        }
      }
    }
    return true;
  }
}
